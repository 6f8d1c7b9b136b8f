import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import { connectionProblem } from "../../shared/connection-failures.ts"
import type { Dialect, Violation } from "../dialect.ts"
import { errorContext } from "./error-context.ts"
import { safeCause } from "./safe-cause.ts"

const messages: Partial<Record<ErrorCode, string>> = {
  transient: "the database was busy and changed nothing. Run it again.",
  readonly: "the database does not accept writes. Check whether it is a replica or its file is read-only.",
  corrupt: "the database cannot read its own data. Restore it from a backup.",
}

const defaultMessage =
  "the database refused a statement. Check that its disk is not full, that this user may change tables, and that no view or index has the name of a new one. A plan of the migration, or --dry-run, shows what is left to do."

/** Turns an engine's error during a migration into a `MortiseError` that contains no value. */
export function migrationError(dialect: Dialect, operation: string, error: unknown): MortiseError {
  if (error instanceof MortiseError) {
    error.operation ??= operation
    return error
  }
  const problem = connectionProblem(error)
  const { code, detail, message } = problem
    ? { code: "unavailable" as const, message: problem }
    : toCodedViolation(dialect.violation(error) ?? beforeSteps(error))
  return new MortiseError(code, `${operation}: ${message ?? messages[code] ?? defaultMessage}`, {
    operation,
    cause: safeCause(error, detail),
  })
}

/** What the driver knows about a failure before the first step. Some engines commit each step separately. */
function beforeSteps(error: unknown): Violation | undefined {
  const { code, step } = errorContext(error)
  return code !== undefined && step === undefined ? { code } : undefined
}

function toCodedViolation(
  violation: Violation | undefined,
): Extract<Violation, { readonly code: ErrorCode }> {
  if (violation && "code" in violation) return violation
  if (violation && "missing" in violation) return { code: "not_migrated", detail: violation.detail }
  return { code: "indeterminate" }
}
