/** How messages start that clients give to errors without a code. They contain no values. */
export const clientMessages: readonly string[] = [
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
