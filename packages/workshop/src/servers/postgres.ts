import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client } from "pg"
import { findServerFolder } from "../folders.ts"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, runAs, temporaryFolder } from "./owner.ts"
import { databaseName, type OwnServer, type Server, type ServerOptions, withDatabase } from "./server.ts"
import { createService } from "./service.ts"
import { fromTemplate } from "./template.ts"

const run = promisify(execFile)

/** Names a running server to use instead of a new one. */
export const postgresVariable = "MORTISE_POSTGRES_URL"

/** A program of PostgreSQL. */
export const postgresBinary = (name: string) => ({
  name,
  folders: [17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`),
  debian: "postgresql-15",
  variable: postgresVariable,
})

const cluster = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]
const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

/** PostgreSQL: the server that MORTISE_POSTGRES_URL names, or a new one. */
export async function openPostgres(): Promise<Server> {
  const named = process.env[postgresVariable]
  return named ? databasesAt(named) : startPostgres()
}

/** Starts the PostgreSQL of the system in a temporary folder. */
export const startPostgres = async (options: ServerOptions = {}): Promise<OwnServer> =>
  startCluster(
    await findBinary(postgresBinary("initdb")),
    await findBinary(postgresBinary("postgres")),
    options,
  )

/** Starts PostgreSQL in a temporary folder. */
export async function startCluster(
  initdb: string,
  postgres: string,
  { durable, settings = [] }: ServerOptions = {},
): Promise<OwnServer> {
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner, durable ? undefined : findServerFolder())
  const [data, port] = [join(folder, "data"), await freePort()]
  await fromTemplate(initdb, owner, data, (to) => run(initdb, ["-D", to, ...cluster], runAs(owner)))
  const chosen = [...(durable ? [] : fast), ...settings].flatMap((setting) => ["-c", setting])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const service = createService({
    command: postgres,
    args: [
      "-D",
      data,
      "-p",
      String(port),
      "-h",
      "127.0.0.1",
      "-k",
      folder,
      "-c",
      "max_connections=200",
      ...chosen,
    ],
    owner,
    log: join(folder, "log"),
    probe: () => execute(url, "SELECT 1"),
    // Does not wait for clients to disconnect.
    signal: "SIGINT",
  })
  await service.start()
  const { database } = databasesAt(url)
  return {
    ...service,
    port,
    log: join(folder, "log"),
    database,
    close: async () => {
      await service.stop()
      await remove(folder)
    },
  }
}

/** Creates databases on a server for the tests, and drops them at the end. */
export function databasesAt(url: string): Server {
  const made: string[] = []
  return {
    async database() {
      const name = databaseName()
      await execute(url, `CREATE DATABASE ${name}`)
      made.push(name)
      return withDatabase(url, name)
    },
    async close() {
      for (const name of made)
        await execute(url, untilDisconnected(name), `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Waits for up to half a second: `pool.end()` of pg returns before the server has closed its connections. */
const untilDisconnected = (database: string) => `DO $$ BEGIN
  FOR attempt IN 1..50 LOOP
    EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${database}');
    PERFORM pg_sleep(0.01);
    PERFORM pg_stat_clear_snapshot();
  END LOOP;
END $$`

/** Runs statements on a separate connection. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  // The server may be killed while this is connected.
  client.on("error", () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
