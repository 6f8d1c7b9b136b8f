import { raceAll } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { separators } from "../../keys/exact-keys/paired-keys.ts"
import type { Owner, Row } from "../../row.ts"
import { type Kind, kinds, newOwner } from "../../rows.ts"

// Calls with two keys whose parts join to the same text are in flight together. An adapter that shares calls in flight,
// or locks rows, under such a joined text gives one of them the result of the other.

/** Two rows whose keys have two parts that join to the same text. */
function similarRows(t: CaseContext, kind: Kind, owners: readonly [Owner, Owner], separator: string): Row[] {
  const [first = "", second = ""] = kind.keys.map(({ field }) => field)
  const [start, end] = [t.unique(), t.unique()]
  return [
    kind.row(t, owners[0], { [first]: start, [second]: `b${separator}${end}` }),
    kind.row(t, owners[1], { [first]: `${start}${separator}b`, [second]: end }),
  ]
}

/** At quick effort only those that most adapters use. */
const separatorsFor = ({ effort }: CaseContext): string[] =>
  effort === "full" ? ["", ...separators] : ["", ":"]

/** Makes each lookup of all rows at once. The rows in `stored` must be found, the others not. */
async function check(t: CaseContext, rows: readonly Row[], stored: readonly Row[]): Promise<void> {
  for (const index of rows[0]?.lookups.keys() ?? []) {
    const lookups = rows.flatMap((row) => row.lookups[index] ?? [])
    const results = await raceAll(
      t,
      lookups.map(({ read }) => read),
    )
    for (const [which, row] of rows.entries()) {
      const { operation = "", expected = {} } = lookups[which] ?? {}
      if (stored.includes(row)) t.row(results[which], expected, `${operation} of one of two similar keys`)
      else t.isNull(results[which], `${operation} of a key that is similar to a stored one`)
    }
  }
}

const similarKeys = (kind: Kind): NewCase => ({
  id: `concurrent-lookups/similar-${kind.name}s`,
  clause: "SEC-C3",
  also: [...new Set(kind.keys.map(({ clause }) => clause)), `§4 ${kind.create}`, "SEC-B9"],
  title: `Concurrent lookups of ${kind.many} whose keys join to the same text each return their own`,
  harm: "A person who signs in at the same moment as another person is signed in as that person.",
  fix: "Share calls in flight under a key that keeps the parts apart, such as a JSON array, or not at all.",
  async run(t) {
    const owners = [await newOwner(t), await newOwner(t)] as const
    for (const separator of separatorsFor(t)) {
      const pair = similarRows(t, kind, owners, separator)
      // The call that starts first decides the result of an adapter that shares calls.
      for (const rows of [pair, [...pair].reverse()]) {
        const write = (list: readonly Row[], operation: "store" | "remove") =>
          raceAll<unknown>(
            t,
            list.map((row) => async () => row[operation]?.()),
          )
        const [first, second] = [rows.slice(0, 1), rows.slice(1)]
        await write(rows, "store")
        await check(t, rows, rows)
        // Then only the second row is stored.
        await (kind.isReadOnce ? write(second, "store") : write(first, "remove"))
        await check(t, rows, second)
        if (kind.isReadOnce) continue
        await write(first, "store")
        await write(rows, "remove")
        await check(t, rows, [])
      }
    }
  },
})

export const lookupsOfSimilarKeys: readonly NewCase[] = kinds
  .filter(({ keys }) => keys.length > 1 && keys.every(({ isAssigned }) => !isAssigned))
  .map(similarKeys)
