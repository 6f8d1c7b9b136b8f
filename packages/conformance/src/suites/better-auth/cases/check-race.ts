import { times } from "../../../engine/case-tools/race-helpers.ts"
import { type DatabaseCall, makeCall } from "../calls.ts"
import type { BetterAuthContext, Row } from "../case.ts"
import { type Fields, newRow, readRow } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

/** Many callers who want the same row at once: what they call, how many of them may get it, and what is left. */
export type Race = {
  readonly rounds: number
  readonly callers: number
  /** The model of the row. Default: that of the suite. */
  readonly model?: "verification"
  readonly fields?: Fields
  readonly call: (row: Row, caller: number) => DatabaseCall
  /** How many callers get the row, or how many rows all callers count together. */
  readonly wins: readonly [least: number, most: number]
  /** A field that differs in the rows that callers get. */
  readonly differs?: string
  /** The row afterwards, from the rows that callers got; null if it is deleted. Missing if several rows are allowed. */
  readonly leaves?: (results: readonly Row[]) => Fields | null
}

/** Starts calls at once, and returns the results of those that succeeded. */
type Start = (t: BetterAuthContext, calls: readonly DatabaseCall[]) => Promise<unknown[]>

export const inThisProcess: Start = async (t, calls) =>
  (await t.race(calls.map((call) => () => makeCall(t.db, call)))).flatMap(toResults)

export const inTransactions: Start = async (t, calls) => {
  const toTransaction = (call: DatabaseCall) => () => t.db.transaction((inside) => makeCall(inside, call))
  return (await t.race(calls.map(toTransaction))).flatMap(toResults)
}

/** Every process makes all of the calls. */
export const inProcesses: Start = async (t, calls) => {
  const remoteCalls = calls.map(({ operation, options }) => ({ operation, args: [options] }))
  const outcomes = await t.inProcesses(() => remoteCalls)
  return outcomes.flat().flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))
}

// A fallback that gives up under contention throws: it has changed nothing.
const toResults = (outcome: PromiseSettledResult<unknown>): unknown[] =>
  outcome.status === "fulfilled" ? [outcome.value] : []

export const isRow = (result: unknown): result is Row => typeof result === "object" && result !== null

/** Makes the function that runs a race with all callers in one place. */
export const checkRace =
  (start: Start) =>
  (t: BetterAuthContext, { rounds, callers, ...race }: Race): Promise<void> =>
    t.rounds(rounds, async () => {
      const model = race.model ?? rowModel
      const row = await newRow(t, model, race.fields)
      const calls = times(callers, (caller) => race.call(row, caller))
      const results = await start(t, calls)
      const rows = results.filter(isRow)
      const wins = results.reduce<number>((sum, result) => sum + (isRow(result) ? 1 : Number(result ?? 0)), 0)
      const [least, most] = race.wins
      const allowed = least === most ? `${least}` : `${least} to ${most}`
      const names = [...new Set(calls.map(({ operation }) => operation))].join(" and ")
      t.check(least <= wins && wins <= most, `${names} at once: ${allowed} of the calls succeed`, results)
      for (const result of rows)
        t.row(result, { id: row.id, value: row["value"] }, "the row that a caller got")
      if (race.differs !== undefined) {
        const values = rows.map((result) => result[race.differs ?? ""])
        t.equal(new Set(values).size, values.length, `different values of ${race.differs} in the results`)
      }
      if (!race.leaves) return
      const [left, expected] = [await readRow(t, model, row), race.leaves(rows)]
      if (expected) t.row(left, expected, `the row after ${wins} successful calls`)
      else t.isNull(left, "findOne afterwards")
    })
