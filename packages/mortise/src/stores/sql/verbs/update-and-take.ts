import { MortiseError } from "../../../contract/errors.ts"
import type { Row } from "../../../contract/rows.ts"
import { checkValue } from "../../../operations/check-value.ts"
import type { Miss, Patch, Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Step } from "../../../sql/driver.ts"
import type { ModelStatements } from "../compile/compile-schema.ts"
import { firstRow, guardHolds } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"
import { createUpdateWithoutReturning } from "./update-without-returning.ts"

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
