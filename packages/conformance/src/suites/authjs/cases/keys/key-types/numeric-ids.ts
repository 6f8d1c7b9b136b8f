import type { NewCase } from "../../../case.ts"
import { accountKey } from "../../row.ts"
import { expectOwner } from "../../stored.ts"

/** Numbers, each with texts that a store which compares as numbers takes for it. */
const numbers: readonly (readonly [number, readonly string[]])[] = [
  [7, ["7abc", "07", "7.0", "7e0", "+7", " 7", "7 ", "7,5", "0x7", "7_0", "\uff17"]],
  [9_007_199_254, ["9007199254x", "09007199254", "9007199254.0", "9.007199254e9"]],
  [0, ["abc", "0abc", "00", "0.0", "-0"]],
]

export const numericIds: readonly NewCase[] = [
  {
    id: "key-types/numbers-match-exactly",
    clause: "SEC-C1",
    also: ["client 1.6.3", "SEC-J10", "§4 getUserByAccount", "§4 unlinkAccount"],
    guarantees: ["byte_exact_keys"],
    title: "A number as account id finds and unlinks only the account whose id is its exact decimal text",
    harm: "A user whose id at the provider is a number is signed in as another user.",
    evidence: "MySQL and SQLite compare a text with a number as numbers: '7abc' equals 7",
    fix: "Convert the id to a string before it is passed to the driver.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const owner = await t.adapter.createUser(t.user())
      for (const [number, texts] of numbers) {
        const provider = `vk-${t.unique()}`
        const accounts: ReturnType<typeof t.account>[] = []
        for (const providerAccountId of texts) {
          const account = t.account(id, { provider, providerAccountId })
          // An adapter may refuse an id that no provider assigns.
          const linked = await t.attempt(() => t.adapter.linkAccount(account))
          if (linked.status === "fulfilled") accounts.push(account)
        }
        const key = { provider, providerAccountId: number }

        await t.findsNothing(() => t.adapter.getUserByAccount(key), `getUserByAccount with ${number}`)
        await t.findsNothing(() => t.adapter.getAccount(number, provider), `getAccount of ${number}`)
        await t.attempt(() => t.adapter.unlinkAccount(key))
        for (const account of accounts) await expectOwner(t, account, id, "the owner of another id")

        // An adapter may also keep numbers and texts apart. Then the number finds nothing.
        const exact = t.account(owner.id, { provider, providerAccountId: `${number}` })
        await t.attempt(() => t.adapter.linkAccount(exact))
        const outcome = await t.attempt(() => t.adapter.getUserByAccount(key))
        if (outcome.status === "fulfilled")
          t.rowOrNothing(outcome.value, { id: owner.id }, `the owner of ${number}`)
      }
    },
  },
  {
    id: "key-types/numeric-ids-are-unlinked",
    clause: "client 1.6.3",
    also: ["§4 unlinkAccount"],
    title: "An account that was linked with a numeric id can be unlinked by the number and by its text",
    harm: "A user cannot unlink the account.",
    evidence: "The providers vk and concept2 pass numbers as ids",
    fix: "Convert the id to a string in every operation that takes it.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const spell of [Number, String]) {
        const number = Math.floor(t.random() * 2 ** 48) + 1
        const account = { ...t.account(id), providerAccountId: number }
        await t.adapter.linkAccount(account)

        await t.adapter.unlinkAccount({ provider: account.provider, providerAccountId: spell(number) })

        const owner = await t.adapter.getUserByAccount(
          accountKey({ ...account, providerAccountId: String(number) }),
        )
        t.isNothing(owner, `the owner, after unlinking by ${spell === Number ? "the number" : "its text"}`)
      }
    },
  },
  {
    id: "key-types/numeric-ids-keep-their-tokens",
    clause: "client 1.6.3",
    also: ["§4 getAccount", "§1.8"],
    title: "An account that was linked with a numeric id is returned with its tokens",
    harm: "The application loses access to the provider, or every lookup of the account throws.",
    fix: "Convert the id to a string before it is used in a key or to encrypt the tokens.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const number = Math.floor(t.random() * 2 ** 48) + 1
      const tokens = { access_token: t.unique(), refresh_token: t.unique(), id_token: t.unique() }
      const account = t.account(id, { provider: `vk-${t.unique()}`, ...tokens, expires_at: 1_900_000_000 })
      const linked = await t.attempt(() => t.adapter.linkAccount({ ...account, providerAccountId: number }))
      if (linked.status === "rejected") return

      // An adapter may find it only by the number: another case warns of that.
      const byText = await t.adapter.getAccount(String(number), account.provider)
      const storedAccount = byText ?? (await t.call("getAccount", number, account.provider))
      t.row(storedAccount, { userId: id, ...tokens, expires_at: account.expires_at }, "getAccount")
    },
  },
]
