import { errorContext } from "../../errors/error-context.ts"
import type { Ends } from "../../transactions/interactive.ts"
import { violation } from "./violation.ts"

/**
 * Whether a failed statement's connection must not be used again. Errors that the server sends have a number and a
 * state, and most of them leave the connection usable. States of class 08 do not: the server ends the connection, or is
 * a node without its cluster (1047), and a new connection may lead to another server.
 */
export function endsConnection(error: unknown): boolean {
  const { errno = 0, sqlState } = Object(error) as { errno?: number; sqlState?: string }
  return sqlState === undefined || sqlState.startsWith("08") || ending.has(errno)
}

const ending = new Set([
  // After a kill and a timeout the server ends the connection.
  1927, 3169, 4031,
  // A read-only server: a new connection may lead to another server.
  1290, 1792, 1836,
])

/**
 * How a transaction ends on MySQL and MariaDB. After a deadlock, the server has rolled back the whole transaction, and
 * would commit each further statement on its own. After a lock timeout, that depends on a setting.
 */
export const mysqlEnds: Ends = {
  endsOnError: false,
  endsTransaction: (error) => endsConnection(error) || isTransient(error),
  isRetried: (error) =>
    (endsConnection(error) || isTransient(error)) && errorContext(error).code !== "unavailable",
}

const isTransient = (error: unknown): boolean => {
  const meaning = violation(error)
  return meaning !== undefined && "code" in meaning && meaning.code === "transient"
}
