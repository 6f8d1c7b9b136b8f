/**
 * The part of a client's error that contains no values: its name and code, with a detail that the dialect allows. An
 * error without a code is described by its message, if that is a known one.
 */
export function safeCause(error: unknown, detail = withoutCode(error)): Error {
  const { name = "Error", code } = Object(error) as { name?: string; code?: string | number }
  const safe = new Error([name, code, detail].filter((part) => part !== undefined).join(" "))
  return Object.assign(safe, code !== undefined && { code })
}

function withoutCode(error: unknown): string | undefined {
  const { code, message = "" } = Object(error) as { code?: unknown; message?: string }
  if (code !== undefined) return undefined
  return (
    clientMessages.find((known) => message.startsWith(known)) ??
    "without a code; its message is withheld, because it may contain values"
  )
}

/** How messages start that clients give to errors without a code. They contain no values. */
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
  // PGlite
  "PGlite is closed",
  "PGlite is closing",
  // Knex, Sequelize and TypeORM
  "Knex: Timeout acquiring a connection",
  "Operation timeout",
  "Driver not Connected",
]
