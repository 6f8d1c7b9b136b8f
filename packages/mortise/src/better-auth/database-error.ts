import { type ErrorCode, MortiseError } from "../contract/errors.ts"
import { connectionProblem } from "../shared/connection-failures.ts"
import { mortise } from "../shared/mortise-command.ts"
import type { Dialect, TakenKey } from "../sql/dialect.ts"
import { errorContext } from "../sql/errors/error-context.ts"
import { safeCause } from "../sql/errors/safe-cause.ts"

/** The table of a failed statement. */
type Place = {
  readonly model: string
  readonly dialect: Dialect
  readonly columns: readonly { readonly field: string; readonly column: string }[]
}

const messages: Partial<Record<ErrorCode, string>> = {
  transient: "The database was busy and changed nothing: try again.",
  indeterminate:
    "The database's answer was lost, so the change may have been applied: check before you repeat it.",
  unavailable:
    "The database did not accept the statement: check that it is open and reachable, and that its user has the rights.",
  readonly: "The database does not accept writes: check whether it is a replica or its file is read-only.",
  corrupt: "The database cannot read its own data: restore it from a backup.",
  invalid: "The database refused one of the values: check the types and constraints of the table.",
}

/** Turns a client's error into a `MortiseError` that contains no value. */
export function databaseError(place: Place, error: unknown, isRead: boolean): MortiseError {
  if (error instanceof MortiseError) return error
  const { model, dialect } = place
  const problem = connectionProblem(error)
  const violation = dialect.violation(error) ?? {
    code: errorContext(error).code ?? (problem ? "unavailable" : isRead ? "transient" : "indeterminate"),
  }
  if ("taken" in violation) return conflict(place, violation.taken, error)
  if ("brokenReference" in violation)
    return failure(
      "not_found",
      `A row that this ${model} refers to does not exist, or still refers to it.`,
      error,
    )
  if ("emptyColumn" in violation) {
    const [field] = toFieldNames(place, [violation.emptyColumn])
    return failure(
      "invalid",
      `${model}.${field} needs a value: its column is NOT NULL.`,
      error,
      violation.detail,
    )
  }
  if ("missing" in violation) {
    const name = violation.name ? ` ${violation.name}` : ""
    const message = `The ${violation.missing}${name} of the model ${model} does not exist: run the migrations of Better Auth, or ${mortise} migrate.`
    return failure("not_migrated", message, error, violation.detail)
  }
  const { code, detail, message } = violation
  const reason = message ?? ((code === "unavailable" && problem) || messages[code])
  return failure(code, reason ?? "The database failed.", error, detail)
}

const failure = (code: ErrorCode, message: string, error: unknown, detail?: string): MortiseError =>
  new MortiseError(code, message, { cause: safeCause(error, detail) })

function conflict(place: Place, taken: TakenKey, error: unknown): MortiseError {
  const columns =
    "columns" in taken
      ? taken.columns
      : "names" in taken
        ? taken.names.split(", ").map((name) => name.slice(name.lastIndexOf(".") + 1))
        : []
  const fields = toFieldNames(place, columns)
  const key = fields.length > 0 ? `${place.model}.${fields.join(" and ")}` : `A unique key of ${place.model}`
  return new MortiseError("conflict", `${key} is already taken: look up the existing row.`, {
    fields,
    cause: safeCause(error),
  })
}

const toFieldNames = ({ columns }: Place, names: readonly string[]): string[] =>
  names.map((name) => columns.find(({ column }) => column === name)?.field ?? name)

/** The error for a value that a column cannot hold. */
export const invalidValue = (model: string, field: string): MortiseError =>
  new MortiseError("invalid", `The value of ${model}.${field} does not fit the type of its column.`, {
    fields: [field],
  })
