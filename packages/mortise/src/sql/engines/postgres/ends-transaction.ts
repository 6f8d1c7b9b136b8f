import { wasRefusedTransaction } from "../../../shared/connection-failures.ts"
import { errorContext } from "../../errors/error-context.ts"
import type { Ends } from "../../transactions/interactive.ts"

// After most errors from the server the connection is usable. The excluded codes announce its end, or mean that the server
// is read-only, as a standby is: a new connection may lead to the primary.
const isUsable = /^(?=.*\d)(?!08|25P|57P|25006)[\dA-Z]{5}$/

/** Whether a failed statement's connection must not be used again. */
export function endsConnection(error: unknown): boolean {
  if (!error) return false
  const { code = "", severity } = error as { code?: string; severity?: string }
  return !isUsable.test(code) || severity === "FATAL" || severity === "PANIC"
}

/**
 * How a transaction ends on PostgreSQL. A lost connection is retried, but not if there was none, or if a pooler allows no
 * transactions.
 */
export const postgresEnds: Ends = {
  endsOnError: true,
  endsTransaction: endsConnection,
  isRetried: (error) =>
    endsConnection(error) && errorContext(error).code !== "unavailable" && !wasRefusedTransaction(error),
}
