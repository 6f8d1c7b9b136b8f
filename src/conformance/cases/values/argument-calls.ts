import type { OperationName } from "../../../contract/operations.ts"
import type { CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

/** One call with an object as its argument, and what must be stored after it. */
export type Prepared = {
  readonly given: object
  /** Other valid values for every field, which the caller writes into the argument. */
  readonly replaced: object
  /** The result if it matters, and the rows of both arguments; null for a row that does not exist. */
  state(result: unknown): Promise<readonly unknown[]>
  readonly asGiven: readonly (object | null)[]
  readonly asReplaced: readonly (object | null)[]
}

export type ArgumentCall = {
  readonly operation: OperationName
  readonly needs: readonly OperationName[]
  prepare(t: CaseContext): Promise<Prepared>
  /** An argument as the client passes it: with undefined fields, numbers as ids and capital letters. */
  unusual(t: CaseContext): Promise<object>
}

const newUser = async (t: CaseContext) => (await t.adapter.createUser(t.user({ name: "Bob" }))).id

async function twoAccounts(t: CaseContext) {
  const ids = [await newUser(t), await newUser(t)] as const
  const [one, other] = [t.account(ids[0]), t.account(ids[1], { provider: "google" })]
  for (const account of [one, other]) await t.adapter.linkAccount(account)
  return { ids, one, other }
}

const created = (given: object, replaced: object) => ({
  ...{ given: { ...given }, replaced },
  asGiven: [structuredClone(given), null],
  asReplaced: [null, structuredClone(replaced)],
})

export const argumentCalls: readonly ArgumentCall[] = [
  {
    operation: "createUser",
    needs: ["createUser", "getUserByEmail"],
    async prepare(t) {
      const [given, replaced] = [
        t.user({ emailVerified: t.inDays(-1) }),
        t.user({ name: "Eve", image: "https://example.com/eve.png", emailVerified: t.inDays(-2) }),
      ]
      const emails = [given.email, replaced.email]
      // The adapter may choose another id.
      const [{ id: _, ...first }, { id: __, ...second }] = [given, replaced]
      return {
        ...created(given, replaced),
        asGiven: [structuredClone(first), null],
        asReplaced: [null, structuredClone(second)],
        state: () => Promise.all(emails.map((email) => t.adapter.getUserByEmail(email))),
      }
    },
    unusual: async (t) => ({
      ...t.user({ email: `Wa.${t.unique()}@Example.com`, emailVerified: t.inDays(-1) }),
      ...{ name: undefined, username: undefined },
    }),
  },
  {
    operation: "updateUser",
    needs: ["createUser", "updateUser", "getUser"],
    async prepare(t) {
      const ids = [await newUser(t), await newUser(t)] as const
      const given = { id: ids[0], name: "Ada", emailVerified: t.inDays(-1) }
      const replaced = { id: ids[1], name: "Eve", emailVerified: t.inDays(-2) }
      const before = { name: "Bob", emailVerified: null }
      return {
        ...created(given, replaced),
        asGiven: [structuredClone(given), { id: ids[1], ...before }],
        asReplaced: [{ id: ids[0], ...before }, structuredClone(replaced)],
        state: () => Promise.all(ids.map((id) => t.adapter.getUser(id))),
      }
    },
    unusual: async (t) => ({
      ...{ id: await newUser(t), name: undefined, email: `Wa.${t.unique()}@Example.com` },
      ...{ emailVerified: t.inDays(-1), username: undefined },
    }),
  },
  {
    operation: "linkAccount",
    needs: ["createUser", "linkAccount", "getAccount"],
    async prepare(t) {
      const given = t.account(await newUser(t))
      const replaced = t.account(await newUser(t), {
        provider: "google",
        access_token: "other",
        scope: "all",
      })
      const keys = [accountKey(given), accountKey(replaced)]
      const state = () =>
        Promise.all(
          keys.map(({ provider, providerAccountId }) => t.adapter.getAccount(providerAccountId, provider)),
        )
      return { ...created(given, replaced), state }
    },
    unusual: async (t) => ({
      ...t.account(await newUser(t), { provider: `vk-${t.unique()}` }),
      ...{ providerAccountId: 12_345, token_type: "Bearer", refresh_token: undefined, id_token: undefined },
    }),
  },
  {
    operation: "unlinkAccount",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async prepare(t) {
      const { ids, one, other } = await twoAccounts(t)
      const keys = [accountKey(one), accountKey(other)] as const
      return {
        ...created(keys[0], keys[1]),
        asGiven: [null, { id: ids[1] }],
        asReplaced: [{ id: ids[0] }, null],
        state: () => Promise.all(keys.map((key) => t.adapter.getUserByAccount({ ...key }))),
      }
    },
    unusual: async (t) => ({ provider: `vk-${t.unique()}`, providerAccountId: 12_345 }),
  },
  {
    operation: "getUserByAccount",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async prepare(t) {
      const { ids, one, other } = await twoAccounts(t)
      return {
        ...created(accountKey(one), accountKey(other)),
        asGiven: [{ id: ids[0] }],
        asReplaced: [{ id: ids[1] }],
        state: async (result) => [result],
      }
    },
    unusual: async (t) => ({ provider: `vk-${t.unique()}`, providerAccountId: 12_345 }),
  },
  {
    operation: "createSession",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async prepare(t) {
      const given = t.session(await newUser(t))
      const replaced = t.session(await newUser(t), { expires: t.inDays(7) })
      const tokens = [given.sessionToken, replaced.sessionToken]
      const find = async (token: string) => (await t.adapter.getSessionAndUser(token))?.session ?? null
      return { ...created(given, replaced), state: () => Promise.all(tokens.map(find)) }
    },
    unusual: async (t) => ({ ...t.session(await newUser(t)), ipAddress: undefined }),
  },
  {
    operation: "updateSession",
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async prepare(t) {
      const userId = await newUser(t)
      const [one, other] = [t.session(userId), t.session(userId)]
      for (const session of [one, other]) await t.adapter.createSession(session)
      const given = { sessionToken: one.sessionToken, expires: t.inDays(60) }
      const replaced = { sessionToken: other.sessionToken, expires: t.inDays(70) }
      const find = async ({ sessionToken }: { sessionToken: string }) =>
        (await t.adapter.getSessionAndUser(sessionToken))?.session ?? null
      return {
        ...created(given, replaced),
        asGiven: [structuredClone(given), other],
        asReplaced: [one, structuredClone(replaced)],
        state: () => Promise.all([one, other].map(find)),
      }
    },
    async unusual(t) {
      const { sessionToken } = await t.adapter.createSession(t.session(await newUser(t)))
      return { sessionToken, userId: undefined, expires: t.inDays(9), ipAddress: undefined }
    },
  },
  {
    operation: "createVerificationToken",
    needs: ["createVerificationToken", "useVerificationToken"],
    async prepare(t) {
      const [given, replaced] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      const keys = [tokenKey(given), tokenKey(replaced)]
      const state = () => Promise.all(keys.map((key) => t.adapter.useVerificationToken(key)))
      return { ...created(given, replaced), state }
    },
    unusual: async (t) => t.verificationToken({ identifier: `Wa.${t.unique()}@Example.com` }),
  },
  {
    operation: "useVerificationToken",
    needs: ["createVerificationToken", "useVerificationToken"],
    async prepare(t) {
      const [one, other] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      for (const token of [one, other]) await t.adapter.createVerificationToken(token)
      const keys = [tokenKey(one), tokenKey(other)] as const
      return {
        ...created(keys[0], keys[1]),
        asGiven: [one, null, other],
        asReplaced: [other, one, null],
        async state(result) {
          const left = keys.map((key) => t.adapter.useVerificationToken({ ...key }))
          return [result, ...(await Promise.all(left))]
        },
      }
    },
    unusual: async (t) => ({ identifier: `Wa.${t.unique()}@Example.com`, token: t.token() }),
  },
  {
    operation: "createAuthenticator",
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async prepare(t) {
      const given = t.authenticator(await newUser(t))
      const replaced = t.authenticator(await newUser(t), {
        ...{ credentialPublicKey: "other", counter: 9, credentialBackedUp: false, transports: "usb" },
      })
      const ids = [given.credentialID, replaced.credentialID]
      const state = () => Promise.all(ids.map((id) => t.adapter.getAuthenticator(id)))
      return { ...created(given, replaced), state }
    },
    unusual: async (t) => ({ ...t.authenticator(await newUser(t)), transports: undefined, name: undefined }),
  },
]
