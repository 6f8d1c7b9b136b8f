/**
 * Updates on engines that do not return the changed row (MySQL, MariaDB). The general way is a transaction: update,
 * then find. If the update counted no row, a second transaction locks the row first, to distinguish an absent row, a
 * refused guard and an unchanged row. Patches that leave only keys unchanged, such as a session's, take a shorter way:
 * find the row, then update it if these keys are still the same. The new row is then known without reading it again,
 * which takes two round trips instead of four.
 */

import type { Key, Row } from "../../../contract/rows.ts"
import { isChange } from "../../../contract/stored-changes.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { ModelStatements } from "../compile/compile-schema.ts"
import { firstRow, guardHolds } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"

type Update = (statements: ModelStatements, key: Key, patch: Patch, guard?: Guard) => Awaitable<Row | Miss>

/** The update verb for engines without `UPDATE … RETURNING`. */
export function createUpdateWithoutReturning({ dialect }: SqlParts, { run, batch }: Runner): Update {
  /** Locks the row to find out why an update had no effect: no row, a refused guard, or no difference. */
  const updateLocked: Update = (statements, key, patch, guard) => {
    const steps = [
      statements.findLocked(key, guard),
      statements.update(key, patch, guard),
      statements.find(key),
    ]
    return batch(statements, steps, ([before, , after]) => {
      const row = before?.rows[0]
      if (!row) return "absent"
      return guard && !guardHolds(dialect, statements, row)
        ? "refused"
        : (firstRow(statements, after) ?? "absent")
    })
  }

  const updateAndFind: Update = (statements, key, patch, guard) =>
    batch(statements, [statements.update(key, patch, guard), statements.find(key)], ([updated, after]) => {
      const row = firstRow(statements, after) ?? "absent"
      return updated?.count || row === "absent" ? row : updateLocked(statements, key, patch, guard)
    })

  return (statements, key, patch, guard) => {
    const unchanged = unchangedKeys(statements, key, patch)
    if (!unchanged) return updateAndFind(statements, key, patch, guard)
    // The update repeats the values that were read. If it has no effect, the locking transaction finds out why.
    return run(statements, statements.find(key), (result): Awaitable<Row | Miss> => {
      const row = firstRow(statements, result)
      if (!row) return updateLocked(statements, key, patch, guard)
      const asRead = Object.fromEntries(unchanged.map((field) => [field, row[field]])) as Key
      return run(statements, statements.update({ ...key, ...asRead }, patch, guard), ({ count }) =>
        count ? ({ ...row, ...patch } as Row) : updateLocked(statements, key, patch, guard),
      )
    })
  }
}

/**
 * The fields that a patch does not set, if all of them are keys. Unlike other columns, keys are not changed by triggers
 * or `ON UPDATE`, so the new row is known in advance.
 */
function unchangedKeys({ model }: ModelStatements, key: Key, patch: Patch): string[] | undefined {
  const unchanged = model.fields.filter(({ name }) => !(name in key || name in patch))
  const isKnown =
    unchanged.every(({ inKey }) => inKey) &&
    Object.values(patch).every((value) => value !== null && !isChange(value))
  return isKnown ? unchanged.map(({ name }) => name) : undefined
}
