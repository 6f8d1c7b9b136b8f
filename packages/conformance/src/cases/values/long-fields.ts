import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

const fix = "Use text columns without a limit, and a strict mode that refuses what does not fit."

/** Two texts of a length that differ only in the last character. */
const pairOf = (start: string, length: number): [string, string] => {
  const long = start.padEnd(length - 1, "x")
  return [`${long}a`, `${long}b`]
}

export const longFields: readonly Case[] = [
  {
    id: "long-fields/of-addresses",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-C9", "§4 getUserByEmail"],
    title: "Long addresses that differ only at the end are different users, or are refused",
    harm: "A person with a long address cannot sign in, or is signed in as another user.",
    fix,
    async run(t) {
      for (const labels of [1, 2, 3]) {
        const start = `${t.unique()}@${`${"d".repeat(60)}.`.repeat(labels)}example`
        for (const email of [`${start}.com`, `${start}.org`]) {
          t.isNothing(await t.adapter.getUserByEmail(email), "a long address before the sign-up")
          const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
          if (created.status === "rejected") continue
          const { id } = created.value
          t.row(await t.adapter.getUserByEmail(email), { id, email }, "the user of a long address")
        }
      }
    },
  },
  {
    id: "long-fields/of-providers",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-C1"],
    title: "Long names of providers that differ only at the end are different providers, or are refused",
    harm: "A user of one provider is signed in as a user of another.",
    fix,
    run: (t) =>
      inPairs(t, [30, 60, 120, 300], async (provider) => {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id, { provider, providerAccountId: "1" })
        t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "an account before it is linked")
        const linked = await t.attempt(() => t.adapter.linkAccount(account))
        if (linked.status === "fulfilled")
          t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
      }),
  },
  {
    id: "long-fields/of-tokens",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-E1"],
    title: "Long identifiers and tokens that differ only at the end do not match, and are stored completely",
    harm: "A link sent to one mailbox signs in the owner of another.",
    fix,
    run: (t) =>
      inPairs(t, [70, 130, 200, 260, 520, 1_000], async (text, other) => {
        for (const name of ["identifier", "token"]) {
          const token = t.verificationToken({ [name]: text })
          const created = await t.attempt(() => t.adapter.createVerificationToken(token))
          if (created.status === "rejected") continue
          const wrong = { ...tokenKey(token), [name]: other }
          t.isNull(
            await t.adapter.useVerificationToken(wrong),
            `another ${name} of ${text.length} characters`,
          )
          t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token itself")
        }
      }),
  },
]

/** Calls the body with both texts of a pair of each length. */
async function inPairs(
  t: CaseContext,
  lengths: readonly number[],
  body: (text: string, other: string) => Promise<void>,
): Promise<void> {
  for (const length of lengths) {
    const [one, other] = pairOf(t.unique(), length)
    await body(one, other)
    await body(other, one)
  }
}
