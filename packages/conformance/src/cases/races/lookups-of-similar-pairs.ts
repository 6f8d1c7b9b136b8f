import type { Case, CaseContext } from "../../case.ts"
import type { NewAccount, NewToken } from "../../data.ts"
import { separators } from "../keys/composite-keys.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Calls with two keys whose parts join to the same text are in flight together. An adapter that shares calls in flight,
// or locks rows, under such a joined text gives one of them the result of the other.

const fix =
  "Share calls in flight under a key that keeps the parts apart, such as a JSON array, or not at all."

/** Makes the call for all rows at once and returns the results in the order of the rows. An error is thrown. */
async function together<T>(
  t: CaseContext,
  rows: readonly T[],
  call: (row: T) => Promise<unknown>,
): Promise<unknown[]> {
  const outcomes = await t.race(rows.map((row) => () => call(row)))
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason
    return outcome.value
  })
}

const similarAccounts = (t: CaseContext, [one, other]: [string, string], separator: string): NewAccount[] => {
  const end = t.unique()
  return [
    t.account(one, { provider: "a", providerAccountId: `b${separator}${end}`, access_token: t.unique() }),
    t.account(other, { provider: `a${separator}b`, providerAccountId: end, access_token: t.unique() }),
  ]
}

const similarTokens = (t: CaseContext, separator: string): NewToken[] => {
  const [start, end] = [t.unique(), t.unique()]
  return [
    t.verificationToken({ identifier: start, token: `b${separator}${end}`, expires: t.inDays(2) }),
    t.verificationToken({ identifier: `${start}${separator}b`, token: end }),
  ]
}

/** At quick effort only those that most adapters use. */
const separatorsFor = ({ effort }: CaseContext): string[] =>
  effort === "full" ? ["", ...separators] : ["", ":"]

/** Each order of two rows: the call that starts first decides the result of an adapter that shares calls. */
const bothOrders = <T>(rows: readonly T[]): T[][] => [[...rows], [...rows].reverse()]

export const lookupsOfSimilarPairs: readonly Case[] = [
  {
    id: "concurrent-lookups/similar-accounts",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUserByAccount", "§4 getAccount", "SEC-B9"],
    title: "Concurrent lookups of accounts whose provider and id join to the same text each return their own",
    harm: "A person who signs in at the same moment as another person is signed in as that person.",
    fix,
    async run(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      for (const separator of separatorsFor(t))
        for (const accounts of bothOrders(similarAccounts(t, [ada.id, bob.id], separator))) {
          const which = `account joined with ${JSON.stringify(separator)}`
          const link = (account: NewAccount) => t.adapter.linkAccount(account)
          const unlink = (account: NewAccount) => t.adapter.unlinkAccount(accountKey(account))
          /** Looks all accounts up in both ways. The accounts in `linked` must be found, the others not. */
          const check = async (linked: readonly NewAccount[]): Promise<void> => {
            const owners = await together(t, accounts, (each) => t.adapter.getUserByAccount(accountKey(each)))
            const found = await together(t, accounts, (each) =>
              t.adapter.getAccount(each.providerAccountId, each.provider),
            )
            for (const [nth, account] of accounts.entries()) {
              const isLinked = linked.includes(account)
              if (isLinked) t.row(owners[nth], { id: account.userId }, `the owner of an ${which}`)
              else t.isNull(owners[nth], `the owner of an unlinked ${which}`)
              if (isLinked) t.row(found[nth], account, `an ${which}`)
              else t.isNull(found[nth], `an unlinked ${which}`)
            }
          }

          await together(t, accounts, link)
          await check(accounts)
          await together(t, accounts.slice(0, 1), unlink)
          await check(accounts.slice(1))
          await together(t, accounts.slice(0, 1), link)
          await together(t, accounts, unlink)
          await check([])
        }
    },
  },
  {
    id: "concurrent-lookups/similar-tokens",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 useVerificationToken", "SEC-E1", "SEC-B9"],
    title: "Concurrent uses of tokens whose identifier and token join to the same text each return their own",
    harm: "A person who follows a sign-in link is signed in with the address of another person, or not at all.",
    fix,
    async run(t) {
      // First both tokens exist, then only the second one.
      for (const separator of separatorsFor(t))
        for (const tokens of bothOrders(similarTokens(t, separator)))
          for (const stored of [tokens, tokens.slice(1)]) {
            const which = `token joined with ${JSON.stringify(separator)}`
            await together(t, stored, (each) => t.adapter.createVerificationToken(each))
            const used = await together(t, tokens, (each) => t.adapter.useVerificationToken(tokenKey(each)))
            for (const [nth, token] of tokens.entries())
              if (stored.includes(token)) t.row(used[nth], token, `a used ${which}`)
              else t.isNull(used[nth], `an absent ${which}`)
          }
    },
  },
]
