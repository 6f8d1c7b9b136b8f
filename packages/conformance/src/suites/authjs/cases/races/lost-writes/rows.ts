import { raceAll, times } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import type { Row } from "../../row.ts"
import {
  expectAbsent,
  expectFound,
  type Kind,
  kinds,
  newOwner,
  toOwnedRow,
  writeClauses,
} from "../../rows.ts"

// Many rows are written at once: most of one user, and some of others. A store that keeps the rows of a user in one
// document or in a list loses some of them, and an adapter that shares variables between calls mixes them up.

/** More than 4, 8 and 16: where the retries of an optimistic lock usually end. */
const ofOneUser = 18
const ofOthers = 6

const pickRoundCount = ({ effort }: CaseContext): number => (effort === "full" ? 8 : 1)

const lostRows = (kind: Kind): NewCase => ({
  id: `lost-writes/${kind.name}s`,
  clause: "SEC-B9",
  also: [...kind.gone, ...writeClauses(kind)],
  title: `Concurrent writes to different ${kind.many} are all stored, each with its own values`,
  harm: "A sign-out, a link or a new passkey is lost without an error, or a request continues with the wrong row.",
  evidence:
    "@auth/neo4j-adapter shares one driver session; @auth/sequelize-adapter fails when its first calls are concurrent",
  fix: "Store each row by its own key with one statement, and keep parameters and results in local variables.",
  async run(t) {
    for (let round = 0; round < pickRoundCount(t); round++) await writeTogether(t, kind, round)
  },
})

async function writeTogether(t: CaseContext, kind: Kind, round: number): Promise<void> {
  /** In the first round, all calls start in the same turn. */
  const staggerCalls = <T>(calls: readonly (() => Promise<T>)[]) =>
    calls.map((call, index) => async () => {
      if (round > 0 && index % 2 === 1) await t.delay(index + round)
      return call()
    })
  const ada = await newOwner(t)
  const others = await Promise.all(times(ofOthers, () => newOwner(t)))
  const owners = [...times(ofOneUser, () => ada), ...others]

  let rows = await raceAll(
    t,
    staggerCalls(owners.map((owner, index) => toOwnedRow(t, kind, owner, index).store)),
  )
  await expectStored(t, kind, rows)
  const change = (row: Row, index: number) => async () =>
    (await row.change?.(kind.changes?.(t, index))) ?? row
  if (kind.changes) {
    // An optimistic lock may refuse a change with an error, but never lose one that it confirmed.
    rows = (await t.race(staggerCalls(rows.map(change)))).flatMap(toFulfilledValues)
    await expectStored(t, kind, rows)
  }

  // Every second row is removed while the others change again.
  const isGone = (index: number) => kind.remove !== undefined && index % 2 === 0
  const outcomes = await t.race(
    staggerCalls(
      rows.map(
        (row, index) => async () =>
          isGone(index) ? { row, removed: await row.remove?.() } : { kept: await change(row, index + 1)() },
      ),
    ),
  )
  const results = outcomes.flatMap(toFulfilledValues)
  const gone = results.flatMap((result) => ("row" in result ? [result.row] : []))
  const kept = results.flatMap((result) => ("kept" in result ? [result.kept] : []))
  for (const result of results) if ("row" in result) expectResult(t, kind, result.removed, result.row)
  await Promise.all(gone.map((row) => expectAbsent(t, row, "after its removal")))
  await Promise.all(kept.map((row) => expectFound(t, row)))
  if (!kind.isOwned) return

  await t.adapter.deleteUser(ada.id)
  for (const row of kept)
    if (row.fields.userId === ada.id) await expectAbsent(t, row, "after the deletion of the user")
    else await expectFound(t, row, "after the deletion of another user")
}

const toFulfilledValues = <T>(outcome: PromiseSettledResult<T>): T[] =>
  outcome.status === "fulfilled" ? [outcome.value] : []

/** A row that can be read once is only found at the end. */
async function expectStored(t: CaseContext, kind: Kind, rows: readonly Row[]): Promise<void> {
  for (const { returned, fields } of rows) t.rowOrNothing(returned, fields, "what the write returned")
  if (!kind.isReadOnce) await Promise.all(rows.map((row) => expectFound(t, row)))
}

function expectResult(t: CaseContext, kind: Kind, removed: unknown, { fields }: Row): void {
  if (kind.isReadOnce) t.row(removed, fields, "what was read")
  else t.rowOrNothing(removed, fields, "what the removal returned")
}

export const lostRowsOfEveryKind: readonly NewCase[] = kinds.map(lostRows)
