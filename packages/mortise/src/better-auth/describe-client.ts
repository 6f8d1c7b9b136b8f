import { MortiseError } from "../contract/errors.ts"
import { nativeClient } from "../stores/sql/orms/connections/native-client.ts"
import type { SqlClient } from "../stores/sql/sql-client.ts"

/** Recognizes a client of a SQL database by its members, and describes it. */
export function describeClient(client: unknown): SqlClient {
  const described = nativeClient(client)
  if (described) return described
  throw new MortiseError(
    "invalid",
    "mortiseDatabase takes a client of pg, postgres, @electric-sql/pglite, mysql2/promise, mariadb, better-sqlite3, node:sqlite, bun:sqlite or libsql: mortiseDatabase(new Pool()).",
  )
}
