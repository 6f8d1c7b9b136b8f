import { showCause, withheldMessage } from "../../shared/console.ts"

type ClientError = {
  readonly name?: string
  readonly code?: string | number
  readonly message?: string
  readonly cause?: unknown
  readonly errors?: unknown
}

const toClientError = (error: unknown): ClientError => Object(error)

/**
 * The part of a client's error that contains no values: its name and code, with a detail that the dialect allows, and the
 * same for the errors that caused it. An error without a code is described by its message, if the message is known.
 */
export function safeCause(error: unknown, detail?: string): Error {
  showCause(error)
  const { code } = toClientError(error)
  const withheld = code === undefined ? `without a code; ${withheldMessage}` : undefined
  const parts = [formatError(error, detail ?? knownMessage(error) ?? withheld), ...listReasons(error)]
  return Object.assign(new Error([...new Set(parts)].join(", caused by ")), code !== undefined && { code })
}

const formatError = (error: unknown, detail: string | undefined): string =>
  [toClientError(error).name ?? "Error", toClientError(error).code, detail]
    .filter((part) => part !== undefined)
    .join(" ")

/** Descriptions of an error's causes: why a pool cannot connect, or one for each of a host's addresses. */
function listReasons(error: unknown, depth = 0): string[] {
  const { cause, errors } = toClientError(error)
  if (depth === deepest) return []
  return [cause, ...(Array.isArray(errors) ? errors : [])].flatMap((reason) => {
    const isKnown = toClientError(reason).code !== undefined || knownMessage(reason) !== undefined
    return [
      ...(isKnown ? [formatError(reason, knownMessage(reason))] : []),
      ...listReasons(reason, depth + 1),
    ]
  })
}

// An error can be its own cause.
const deepest = 4

function knownMessage(error: unknown): string | undefined {
  const { code, message } = toClientError(error)
  return code === undefined
    ? clientMessages.find((clientMessage) => message?.startsWith(clientMessage))
    : undefined
}

/** How the messages of client errors without a code start. They contain no values. */
const clientMessages: readonly string[] = [
  // pg
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Connection terminated",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Cannot use a pool after calling end on the pool",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  // mysql2
  "Pool is closed",
  "No connections available",
  "Queue limit reached",
  "Can't add new command when connection is in closed state",
  // fetch, which @libsql/client uses
  "fetch failed",
  // PGlite
  "PGlite is closed",
  "PGlite is closing",
  // Knex, Sequelize and TypeORM
  "Knex: Timeout acquiring a connection",
  "Operation timeout",
  "Driver not Connected",
]
