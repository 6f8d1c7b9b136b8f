import type { CaseContext } from "../../../case.ts"
import { accountKey } from "../../row.ts"
import { type ArgumentCall, newUser, prepareCreation } from "./argument-call.ts"

async function twoAccounts(t: CaseContext) {
  const ids = [await newUser(t), await newUser(t)] as const
  const [firstAccount, secondAccount] = [t.account(ids[0]), t.account(ids[1], { provider: "google" })]
  for (const account of [firstAccount, secondAccount]) await t.adapter.linkAccount(account)
  return { ids, firstAccount, secondAccount }
}

/** The operations on users and accounts whose argument is an object. */
export const userArguments: readonly ArgumentCall[] = [
  {
    operation: "createUser",
    async prepare(t) {
      const [original, replaced] = [
        t.user({ emailVerified: t.inDays(-1) }),
        t.user({ name: "Eve", image: "https://example.com/eve.png", emailVerified: t.inDays(-2) }),
      ]
      const emails = [original.email, replaced.email]
      // The adapter may choose another id.
      const [{ id: _, ...first }, { id: __, ...second }] = [original, replaced]
      return {
        ...prepareCreation(original, replaced),
        asGiven: [structuredClone(first), null],
        asReplaced: [null, structuredClone(second)],
        state: () => Promise.all(emails.map((email) => t.adapter.getUserByEmail(email))),
      }
    },
    unusual: async (t) => ({
      ...t.user({ email: `Wa.${t.unique()}@Example.com`, emailVerified: t.inDays(-1) }),
      name: undefined,
      username: undefined,
    }),
  },
  {
    operation: "updateUser",
    async prepare(t) {
      const ids = [await newUser(t), await newUser(t)] as const
      const original = { id: ids[0], name: "Ada", emailVerified: t.inDays(-1) }
      const replaced = { id: ids[1], name: "Eve", emailVerified: t.inDays(-2) }
      const before = { name: "Bob", emailVerified: null }
      return {
        ...prepareCreation(original, replaced),
        asGiven: [structuredClone(original), { id: ids[1], ...before }],
        asReplaced: [{ id: ids[0], ...before }, structuredClone(replaced)],
        state: () => Promise.all(ids.map((id) => t.adapter.getUser(id))),
      }
    },
    unusual: async (t) => ({
      id: await newUser(t),
      name: undefined,
      email: `Wa.${t.unique()}@Example.com`,
      emailVerified: t.inDays(-1),
      username: undefined,
    }),
  },
  {
    operation: "linkAccount",
    async prepare(t) {
      const original = t.account(await newUser(t))
      const replaced = t.account(await newUser(t), {
        provider: "google",
        access_token: "other",
        scope: "all",
      })
      const keys = [accountKey(original), accountKey(replaced)]
      const state = () =>
        Promise.all(
          keys.map(({ provider, providerAccountId }) => t.adapter.getAccount(providerAccountId, provider)),
        )
      return { ...prepareCreation(original, replaced), state }
    },
    unusual: async (t) => ({
      ...t.account(await newUser(t), { provider: `vk-${t.unique()}` }),
      providerAccountId: 12_345,
      token_type: "Bearer",
      refresh_token: undefined,
      id_token: undefined,
    }),
  },
  {
    operation: "unlinkAccount",
    async prepare(t) {
      const { ids, firstAccount, secondAccount } = await twoAccounts(t)
      const keys = [accountKey(firstAccount), accountKey(secondAccount)] as const
      return {
        ...prepareCreation(keys[0], keys[1]),
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
      const { ids, firstAccount, secondAccount } = await twoAccounts(t)
      return {
        ...prepareCreation(accountKey(firstAccount), accountKey(secondAccount)),
        asGiven: [{ id: ids[0] }],
        asReplaced: [{ id: ids[1] }],
        state: async (result) => [result],
      }
    },
    unusual: async (t) => ({ provider: `vk-${t.unique()}`, providerAccountId: 12_345 }),
  },
]
