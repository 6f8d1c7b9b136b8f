/**
 * Diagnoses a failed statement. The dialect recognizes the engine's error: a taken key, a broken reference, an empty
 * column, a missing table, or a code. The room whose statement it was names the tables and columns. An unrecognized
 * error means that the answer was lost: a read is `transient` and is retried, a write is `indeterminate`. Clients'
 * messages and stacks can contain values, so only the error's name and code are passed on as the cause.
 */
import { type ErrorCode, type ErrorDetails, MortiseError } from "../../contract/errors.ts"
import { connectionProblem } from "../../shared/connection-failures.ts"
import type { Dialect, TakenKey, Violation } from "../dialect.ts"
import { errorContext } from "./error-context.ts"
import { safeCause } from "./safe-cause.ts"

export type EmptyColumn = Extract<Violation, { readonly emptyColumn: string }>
export type MissingPart = Extract<Violation, { readonly missing: unknown }>

/** What a room says about the table of a failed statement. */
export type TableErrors = {
  readonly model?: NonNullable<ErrorDetails["model"]>
  /** The message for a statement that the database refused, or that did not reach it. */
  readonly unavailable: string
  explainMissing(part: MissingPart): string
  takenKey(key: TakenKey, cause: Error): MortiseError
  brokenReference(cause: Error): MortiseError
  emptyColumn(column: EmptyColumn, cause: Error): MortiseError
}

const messages: Partial<Record<ErrorCode, string>> = {
  transient: "The database was busy and changed nothing: try again.",
  indeterminate:
    "The database's answer was lost, so the change may have been applied: check before you repeat it.",
  readonly: "The database does not accept writes: check whether it is a replica or its file is read-only.",
  corrupt: "The database cannot read its own data: restore it from a backup.",
  invalid: "The database refused one of the values: check the types and constraints of the table.",
}

/** Turns a client's error into a `MortiseError` that contains no value. */
export function translateError(
  dialect: Dialect,
  error: unknown,
  isRead: boolean,
  table: TableErrors,
): MortiseError {
  if (error instanceof MortiseError) return error
  const problem = connectionProblem(error)
  const violation = dialect.violation(error) ?? {
    code: errorContext(error).code ?? (problem ? "unavailable" : isRead ? "transient" : "indeterminate"),
  }
  const cause = safeCause(error, "detail" in violation ? violation.detail : undefined)
  if ("taken" in violation) return table.takenKey(violation.taken, cause)
  if ("brokenReference" in violation) return table.brokenReference(cause)
  if ("emptyColumn" in violation) return table.emptyColumn(violation, cause)
  const details = { cause, ...(table.model && { model: table.model }) }
  if ("missing" in violation)
    return new MortiseError("not_migrated", table.explainMissing(violation), details)
  const { code } = violation
  const reason =
    violation.message ?? (code === "unavailable" ? (problem ?? table.unavailable) : messages[code])
  return new MortiseError(code, reason ?? "The database failed.", details)
}
