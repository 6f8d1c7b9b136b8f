import type { CaseContext } from "../../../case.ts"
import { accountKey } from "../../row-keys.ts"
import { type ArgumentCall, created, newUser } from "./argument-call.ts"

async function twoAccounts(t: CaseContext) {
  const ids = [await newUser(t), await newUser(t)] as const
  const [one, other] = [t.account(ids[0]), t.account(ids[1], { provider: "google" })]
  for (const account of [one, other]) await t.adapter.linkAccount(account)
  return { ids, one, other }
}

/** The operations on users and accounts whose argument is an object. */
export const userArguments: readonly ArgumentCall[] = [
  {
    operation: "createUser",
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
]
