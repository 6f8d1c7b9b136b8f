import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { createConnection } from "mysql2/promise"
import { Client } from "pg"
import { findBinary } from "../packages/workshop/src/servers/find-binary.ts"
import * as mariadb from "../packages/workshop/src/servers/mariadb.ts"
import * as postgres from "../packages/workshop/src/servers/postgres.ts"
import { redisBinary, startRedis } from "../packages/workshop/src/servers/redis.ts"
import type { Server } from "../packages/workshop/src/servers/server.ts"

/** A server that adapters run on. */
export type Engine = {
  readonly title: string
  /** The environment variable with the URL of a running server. Without it, every adapter has a server of its own. */
  readonly variable?: string
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

async function openRedis(): Promise<Server> {
  const { port, close } = await startRedis()
  return { database: async () => `redis://127.0.0.1:${port}`, close }
}

async function redisVersion(): Promise<string> {
  const { stdout } = await promisify(execFile)(await findBinary(redisBinary), ["--version"])
  return String(/v=([\d.]+)/.exec(stdout)?.[1])
}

/** By the name of their store. */
export const engines: Readonly<Record<string, Engine>> = {
  postgres: {
    title: "PostgreSQL",
    variable: "MORTISE_POSTGRES_URL",
    open: postgres.openPostgres,
    version: postgresVersion,
    execute: postgres.execute,
  },
  mariadb: {
    title: "MariaDB",
    variable: "MORTISE_MARIADB_URL",
    open: mariadb.openMariadb,
    version: mariadbVersion,
    execute: (url, statements) => mariadb.execute(`${url}?multipleStatements=true`, statements),
    // The configuration of Debian. MariaDB 10.11 without configuration uses latin1, which applications do not choose.
    setting: "ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
  },
  redis: {
    title: "Redis",
    open: openRedis,
    version: redisVersion,
    execute: async () => {},
  },
}
