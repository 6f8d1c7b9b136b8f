import { isChange } from "../../../contract/changes.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import { firstRow, guardHolds } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"

type Update = (statements: ModelStatements, key: Key, patch: Patch, guard?: Guard) => Awaitable<Row | Miss>

/** Updates where the engine does not return what it changed: one short transaction, or half its round trips. */
export function createUpdateWithoutReturning({ dialect }: SqlParts, { run, batch }: Runner): Update {
  /** Finds out why nothing was changed: there is no row, the guard refuses it, it is as it should be already, or it was another. */
  const updateLocked: Update = (statements, key, patch, guard) => {
    const steps = [
      statements.findLocked(key, guard),
      statements.update(key, patch, guard),
      statements.find(key),
    ]
    return batch(statements, steps, ([before, , found]) => {
      const row = before?.rows[0]
      if (!row) return "absent"
      return guard && !guardHolds(dialect, statements, row)
        ? "refused"
        : (firstRow(statements, found) ?? "absent")
    })
  }

  const updateAndFind: Update = (statements, key, patch, guard) =>
    batch(statements, [statements.update(key, patch, guard), statements.find(key)], ([updated, found]) => {
      const row = firstRow(statements, found) ?? "absent"
      return updated?.count || row === "absent" ? row : updateLocked(statements, key, patch, guard)
    })

  return (statements, key, patch, guard) => {
    const leftAlone = unchangedKeys(statements, key, patch)
    if (!leftAlone) return updateAndFind(statements, key, patch, guard)
    // Read, and changed if what is left alone is still as it was read. A miss is looked into where nobody comes between.
    return run(statements, statements.find(key), (found): Awaitable<Row | Miss> => {
      const row = firstRow(statements, found)
      if (!row) return updateLocked(statements, key, patch, guard)
      const asRead = Object.fromEntries(leftAlone.map((field) => [field, row[field]])) as Key
      return run(statements, statements.update({ ...key, ...asRead }, patch, guard), ({ count }) =>
        count ? ({ ...row, ...patch } as Row) : updateLocked(statements, key, patch, guard),
      )
    })
  }
}

/** What a patch leaves alone, when that is keys: unlike other columns they do not change by themselves, so the new row is known. */
function unchangedKeys({ model }: ModelStatements, key: Key, patch: Patch): string[] | undefined {
  const leftAlone = model.fields.filter(({ name }) => !(name in key || name in patch))
  const isKnown =
    leftAlone.every(({ inKey }) => inKey) &&
    Object.values(patch).every((value) => value !== null && !isChange(value))
  return isKnown ? leftAlone.map(({ name }) => name) : undefined
}
