import { raceAll, shuffle, times } from "../../../../../engine/case-tools/race-helpers.ts"
import { type CaseContext, listCases, type NewCase } from "../../../case.ts"
import { type Lookup, offers, type Row } from "../../row.ts"
import { type Kind, kinds, newOwner } from "../../rows.ts"

const about = {
  harm: "A request gets the user, the session, the account or the passkey of another person.",
  fix: "Keep the parameters and the result of each call in local variables, and match results by key.",
} as const

/** How many rows are read at once: enough to fill the batch of an adapter that collects lookups. */
const rowsAtOnce = ({ effort }: CaseContext): number => (effort === "full" ? 104 : 12)

// With so many rows at once, a few rounds are enough.
const pickRoundCount = ({ effort }: CaseContext): number => (effort === "full" ? 3 : 1)

const storeRow = async (t: CaseContext, kind: Kind): Promise<Row> => kind.row(t, await newOwner(t)).store()

/** A row of each kind that the adapter offers. Every adapter has users. */
export const createEveryKind = (t: CaseContext): Promise<Row[]> =>
  Promise.all(
    kinds
      .filter((kind) => !kind.isReadOnce && (!kind.isOwned || offers(t, kind.create)))
      .map((kind) => storeRow(t, kind)),
  )

const ownRows = (kind: Kind): NewCase => ({
  ...about,
  id: `concurrent-lookups/${kind.name}s`,
  clause: "SEC-B9",
  also: ["SEC-D9", `§4 ${kind.create}`],
  title: `Concurrent lookups of different ${kind.many} each return their own row`,
  async run(t) {
    const rows = await Promise.all(times(rowsAtOnce(t), () => storeRow(t, kind)))
    for (const operation of rows[0]?.lookups.keys() ?? []) {
      const lookups = rows.flatMap((row) => row.lookups[operation] ?? [])
      for (let round = 0; round < pickRoundCount(t); round++) await readTogether(t, lookups, round)
      await t.interleavings(async (fire) => {
        const [firstLookup, secondLookup] = shuffle(t, lookups) as [Lookup, Lookup]
        const [first, second] = await fire(firstLookup.read, secondLookup.read)
        checkOwn(t, first, firstLookup)
        checkOwn(t, second, secondLookup)
      })
    }
  },
})

const ownUses = (kind: Kind): NewCase => ({
  ...about,
  id: `concurrent-lookups/${kind.name}s`,
  clause: "SEC-B9",
  also: [...new Set(kind.keys.map(({ clause }) => clause)), `§4 ${kind.remove}`],
  title: `Different ${kind.many} that are used concurrently are each returned to their own caller`,
  async run(t) {
    for (let round = 0; round < pickRoundCount(t); round++) {
      const rows = await Promise.all(times(rowsAtOnce(t), () => kind.row(t, t.user()).store()))
      const lookups = rows.flatMap((row) => row.lookups)
      const results = await raceAll(
        t,
        lookups.flatMap(({ read, readAbsent }, index) => [
          async () => {
            await t.delay(index + round)
            return read()
          },
          readAbsent,
        ]),
      )
      for (const [index, { expected }] of lookups.entries()) {
        t.row(results[2 * index], expected, "a used row")
        t.isNull(results[2 * index + 1], "a row with a wrong key")
      }
    }
  },
})

export const concurrentLookups = listCases(about, [
  ...kinds.map((kind) => (kind.isReadOnce ? ownUses(kind) : ownRows(kind))),
  {
    id: "concurrent-lookups/every-kind",
    clause: "SEC-B9",
    also: ["SEC-D9"],
    title: "Concurrent lookups of every kind each return their own row",
    async run(t) {
      const rows = await Promise.all(times(3, () => createEveryKind(t)))
      const lookups = rows.flat().flatMap((row) => row.lookups)
      for (let round = 0; round < pickRoundCount(t); round++) await readTogether(t, lookups, round)
    },
  },
  {
    id: "concurrent-lookups/same-token",
    clause: "§4 useVerificationToken",
    also: ["SEC-E1", "SEC-B9"],
    guarantees: ["same_token_two_identifiers"],
    title: "Tokens with the same text for different addresses are each returned once when used concurrently",
    harm: "A person who follows a sign-in link is signed in with the address of another person, or not at all.",
    run: (t) =>
      t.rounds(2, async () => {
        const token = t.token()
        const tokens = times(6, () => t.verificationToken({ token }))
        await Promise.all(
          tokens.map((verificationToken) => t.adapter.createVerificationToken(verificationToken)),
        )

        const used = await raceAll(
          t,
          tokens.map(
            ({ identifier }) =>
              () =>
                t.adapter.useVerificationToken({ identifier, token }),
          ),
        )

        for (const [index, verificationToken] of tokens.entries())
          t.row(used[index], verificationToken, "a used token")
      }),
  },
])

/** Makes all lookups at once in a random order, some of them twice, between lookups that find nothing. */
async function readTogether(t: CaseContext, lookups: readonly Lookup[], round: number): Promise<void> {
  const present = [...lookups, ...lookups.slice(0, 4)].map((lookup) => ({ lookup, isAbsent: false }))
  const absent = lookups.slice(0, 4).map((lookup) => ({ lookup, isAbsent: true }))
  const calls = shuffle(t, [...present, ...absent])
  const outcomes = await t.race(
    calls.map(({ lookup, isAbsent }, index) => async () => {
      // Half of the calls start in the same turn, the others one after the other.
      if (index % 2 === 1) await t.delay((index + round) % 8)
      return isAbsent ? lookup.readAbsent() : lookup.read()
    }),
  )
  for (const [index, { lookup, isAbsent }] of calls.entries()) {
    const outcome = outcomes[index]
    if (!isAbsent) checkOwn(t, outcome, lookup)
    else if (outcome?.status === "rejected") throw outcome.reason
    else t.isNull(outcome?.value, "a lookup of a key that does not exist")
  }
}

function checkOwn(t: CaseContext, outcome: PromiseSettledResult<unknown> | undefined, lookup: Lookup): void {
  if (outcome?.status === "rejected") throw outcome.reason
  t.row(outcome?.value, lookup.expected, `one of several concurrent calls of ${lookup.operation}`)
}
