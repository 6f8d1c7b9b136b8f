import { type ErrorCode, MortiseError } from "../../../contract/errors.ts"
import type { Dialect } from "../dialect.ts"
import { safeCause } from "../sql-errors.ts"

const messages: Partial<Record<ErrorCode, string>> = {
  transient: "the database was busy and changed nothing. Run it again.",
  readonly: "the database takes no writes at present. Is it a replica, or its file read-only?",
  corrupt: "the database cannot read what it holds. Restore it from a backup.",
}

const defaultMessage =
  "the database did not carry out a statement. Is it open and reachable, with room on its disk and the right to change tables, and is no view or other index named like a new one? Ask plan(adapter) what is left; what was done already is not repeated."

/** An engine's error during a migration in our words, without a value in it. */
export function migrationError(dialect: Dialect, operation: string, error: unknown): MortiseError {
  if (error instanceof MortiseError) return error
  const violation = dialect.violation(error)
  const { code, detail } =
    violation && "code" in violation
      ? { detail: undefined, ...violation }
      : { code: "indeterminate" as const, detail: undefined }
  return new MortiseError(code, `${operation}: ${messages[code] ?? defaultMessage}`, {
    operation,
    cause: safeCause(error, detail),
  })
}
