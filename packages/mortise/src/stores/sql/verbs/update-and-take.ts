import { MortiseError } from "../../../contract/errors.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import { isChange } from "../../../contract/stored-changes.ts"
import { checkValue } from "../../../operations/check-value.ts"
import type { Guard, Miss, Patch, Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Step } from "../../../sql/driver.ts"
import type { ModelStatements } from "../compile/compile-schema.ts"
import { firstRow, guardHolds } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"

/** Updates and deletes: one statement on engines that return the changed row, one short transaction on the others. */
export function createChanges(parts: SqlParts, runner: Runner): Pick<Store, "update" | "take"> {
  const { dialect, compiled } = parts
  const { run, batch } = runner
  const updateWithoutReturning = createUpdateWithoutReturning(parts, runner)

  // If nothing changed and there is a guard, a second statement finds out why. If the row satisfies the guard by then,
  // it was changed concurrently, and the first statement is run again.
  const runReturning = (
    statements: ModelStatements,
    step: Step,
    find?: () => Step,
    turns = mostRetries,
  ): Awaitable<Row | Miss> =>
    run(statements, step, (result): Awaitable<Row | Miss> => {
      const row = firstRow(statements, result)
      if (row || !find) return row ?? "absent"
      return run(statements, find(), ({ rows: [present] }) => {
        if (!present) return "absent"
        if (!guardHolds(dialect, statements, present)) return "refused"
        if (turns === 0) throw unchangeable(statements)
        return runReturning(statements, step, find, turns - 1)
      })
    })

  return {
    update(model, key, changes, guard) {
      const statements = compiled[model]
      const patch = withUpdateValues(statements, changes)
      return dialect.returning.update
        ? runReturning(
            statements,
            statements.update(key, patch, guard),
            guard && (() => statements.findGuarded(key, guard)),
          )
        : updateWithoutReturning(statements, key, patch, guard)
    },

    take(model, key, guard) {
      const statements = compiled[model]
      const step = statements.take(key, guard)
      if (dialect.returning.delete)
        return runReturning(statements, step, guard && (() => statements.findGuarded(key, guard)))
      return batch(statements, [statements.findLocked(key, guard), step], ([existing, deleted]) => {
        const row = existing?.rows[0]
        if (!row) return "absent"
        return deleted?.count ? statements.decode(row) : "refused"
      })
    },
  }
}

/** A patch with the values of the fields that every update sets. */
function withUpdateValues({ setOnUpdate }: ModelStatements, patch: Patch): Patch {
  if (setOnUpdate.length === 0) return patch
  const values = setOnUpdate.map((column) => [column.name, checkValue(column, column.onUpdate?.())])
  return { ...Object.fromEntries(values), ...patch }
}

// Each retry means that another caller changed the row between the two statements.
const mostRetries = 10

const unchangeable = ({ model }: ModelStatements): MortiseError =>
  new MortiseError(
    "transient",
    `This ${model.name} can be read but not changed: try again, and check the table for triggers or policies that prevent it.`,
    { model: model.name },
  )

type Update = (statements: ModelStatements, key: Key, patch: Patch, guard?: Guard) => Awaitable<Row | Miss>

/**
 * Updates on engines that do not return the changed row (MySQL, MariaDB). The general way is a transaction: update,
 * then find. If the update counted no row, a second transaction locks the row first, to distinguish an absent row, a
 * refused guard and an unchanged row. Patches that leave only keys unchanged, such as a session's, take a shorter way:
 * find the row, then update it if these keys are still the same. The new row is then known without reading it again,
 * which takes two round trips instead of four.
 */
function createUpdateWithoutReturning({ dialect }: SqlParts, { run, batch }: Runner): Update {
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
