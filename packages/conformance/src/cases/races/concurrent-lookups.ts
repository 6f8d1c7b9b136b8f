import type { Case, CaseContext } from "../../case.ts"
import { kebabCase } from "../kebab-case.ts"
import { type Lookup, lookups, type Stored } from "../lookups.ts"
import { times } from "../race-helpers.ts"
import { tokenKey } from "../row-keys.ts"

const harm = "A request gets the session, the account or the passkey of another person."
const fix = "Keep the parameters and the result of each call in local variables, and match results by key."

/** How many rows are read at once: enough to fill the batch of an adapter that collects lookups. */
const rowsAtOnce = ({ effort }: CaseContext): number => (effort === "full" ? 104 : 12)

// With so many rows at once, a few rounds are enough.
const roundsOf = ({ effort }: CaseContext): number => (effort === "full" ? 3 : 1)

const ownAnswers = (lookup: Lookup): Case => ({
  id: `concurrent-lookups/${kebabCase(lookup.operation)}`,
  level: "must",
  clause: `§4 ${lookup.operation}`,
  also: ["SEC-D9", "SEC-B9"],
  title: `Concurrent calls of ${lookup.operation} with different keys each return their own row`,
  harm,
  fix,
  async run(t) {
    const rows = await Promise.all(times(rowsAtOnce(t), () => lookup.store(t)))
    for (let round = 0; round < roundsOf(t); round++) await readTogether(t, rows, round)
    await t.interleavings(async (fire) => {
      const [one, other] = pickTwo(t, rows)
      const [first, second] = await fire(one.read, other.read)
      checkOwn(t, first, one)
      checkOwn(t, second, other)
    })
  },
})

export const concurrentLookups: readonly Case[] = [
  ...lookups.map(ownAnswers),
  {
    id: "concurrent-lookups/of-all-kinds",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-D9"],
    title: "Concurrent lookups of all kinds each return their own row",
    harm,
    fix,
    async run(t) {
      const rows = await Promise.all([...lookups, ...lookups, ...lookups].map((lookup) => lookup.store(t)))
      for (let round = 0; round < roundsOf(t); round++) await readTogether(t, rows, round)
    },
  },
  {
    id: "concurrent-lookups/tokens-with-the-same-text",
    level: "must",
    clause: "§4 useVerificationToken",
    also: ["SEC-E1", "SEC-B9"],
    guarantees: ["tokens_per_identifier"],
    title:
      "Tokens of different addresses with the same text that are used concurrently are each returned once",
    harm: "A person who follows a sign-in link is signed in with the address of another person, or not at all.",
    fix,
    run: (t) =>
      t.rounds(2, async () => {
        const text = t.token()
        const tokens = times(6, () => t.verificationToken({ token: text }))
        await Promise.all(tokens.map((token) => t.adapter.createVerificationToken(token)))

        const uses = await t.race(
          tokens.map((token) => () => t.adapter.useVerificationToken(tokenKey(token))),
        )

        for (const [nth, use] of uses.entries())
          t.row(use.status === "fulfilled" && use.value, tokens[nth] ?? {}, "a used token")
      }),
  },
  {
    id: "concurrent-lookups/use-verification-token",
    level: "must",
    clause: "§4 useVerificationToken",
    also: ["SEC-E1", "SEC-B9"],
    title: "Tokens of different addresses that are used concurrently are each returned to their own caller",
    harm: "A person who follows a sign-in link is signed in with the address of another person.",
    fix,
    async run(t) {
      for (let round = 0; round < roundsOf(t); round++) {
        const tokens = times(rowsAtOnce(t), () => t.verificationToken())
        await Promise.all(tokens.map((token) => t.adapter.createVerificationToken(token)))

        const uses = await t.race(
          tokens.flatMap((token, nth) => [
            async () => {
              await t.delay(nth + round)
              return t.adapter.useVerificationToken(tokenKey(token))
            },
            () => t.adapter.useVerificationToken({ ...tokenKey(token), token: t.token() }),
          ]),
        )

        for (const [nth, use] of uses.entries()) {
          const token = tokens[Math.floor(nth / 2)] ?? {}
          if (use.status === "rejected") throw use.reason
          if (nth % 2 === 0) t.row(use.value, token, "a used token")
          else t.isNull(use.value, "a wrong token")
        }
      }
    },
  },
]

/** Reads all rows at once in a random order, some of them twice, between lookups that find nothing. */
async function readTogether(t: CaseContext, rows: readonly Stored[], round: number): Promise<void> {
  const present = [...rows, ...rows.slice(0, 4)].map((row) => ({ row, absent: false }))
  const absent = rows.slice(0, 4).map((row) => ({ row, absent: true }))
  const calls = shuffled(t, [...present, ...absent])
  const outcomes = await t.race(
    calls.map(({ row, absent }, nth) => async () => {
      // Half of the calls start in the same turn, the others one after the other.
      if (nth % 2 === 1) await t.delay((nth + round) % 8)
      return absent ? row.readAbsent() : row.read()
    }),
  )
  for (const [nth, { row, absent }] of calls.entries()) {
    const outcome = outcomes[nth]
    if (!absent) checkOwn(t, outcome, row)
    else if (outcome?.status === "rejected") throw outcome.reason
    else t.isNull(outcome?.value, "a lookup of a key that does not exist")
  }
}

function checkOwn(t: CaseContext, outcome: PromiseSettledResult<unknown> | undefined, row: Stored): void {
  if (outcome?.status === "rejected") throw outcome.reason
  t.row(outcome?.value, row.expected, "one of several concurrent lookups")
}

function pickTwo<T>(t: CaseContext, list: readonly T[]): [T, T] {
  const [one, other] = shuffled(t, list)
  return [one as T, other as T]
}

const shuffled = <T>(t: CaseContext, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, rank: t.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
