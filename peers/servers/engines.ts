import { createConnection } from "mysql2/promise"
import { Client } from "pg"
import * as mariadb from "../../packages/mortise/test/support/servers/mariadb.ts"
import * as postgres from "../../packages/mortise/test/support/servers/postgres.ts"
import type { Server } from "../../packages/mortise/test/support/servers/server.ts"

/** A server that official adapters run on. */
export type Engine = {
  readonly name: "postgres" | "mariadb"
  readonly title: string
  /** The environment variable with the URL of a running server. */
  readonly variable: string
  /** Opens the server that the variable names, or starts a new one. */
  open(): Promise<Server>
  version(url: string): Promise<string>
  /** Runs a text of one or more statements. */
  execute(url: string, statements: string): Promise<void>
  /** A statement that configures a new database like that of a typical user. */
  readonly setting?: string
}

async function postgresVersion(url: string): Promise<string> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>("SHOW server_version")
  await client.end()
  return String(rows[0]?.server_version.split(" ")[0])
}

async function mariadbVersion(url: string): Promise<string> {
  const connection = await createConnection(url)
  const [rows] = await connection.query("SELECT version() AS version")
  await connection.end()
  return String((rows as { version: string }[])[0]?.version.split("-")[0])
}

export const engines: Readonly<Record<Engine["name"], Engine>> = {
  postgres: {
    name: "postgres",
    title: "PostgreSQL",
    variable: "MORTISE_POSTGRES_URL",
    open: postgres.openPostgres,
    version: postgresVersion,
    execute: postgres.execute,
  },
  mariadb: {
    name: "mariadb",
    title: "MariaDB",
    variable: "MORTISE_MARIADB_URL",
    open: mariadb.openMariadb,
    version: mariadbVersion,
    execute: (url, statements) => mariadb.execute(`${url}?multipleStatements=true`, statements),
    // The configuration of Debian. MariaDB 10.11 without configuration uses latin1, which applications do not choose.
    setting: "ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
  },
}
