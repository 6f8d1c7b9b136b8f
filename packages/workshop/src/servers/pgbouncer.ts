import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { execute } from "./postgres.ts"
import { createService } from "./service.ts"

/** A pooler in front of a database. */
export type Pooler = { readonly url: string; close(): Promise<void> }

export type PoolerOptions = {
  /** How long a client keeps its connection. Default: until its transaction ends. */
  readonly mode?: "session" | "transaction" | "statement"
  /** The number of connections to the database. Default: few, so that callers share them. */
  readonly connections?: number
  /** Further lines of the configuration. */
  readonly settings?: readonly string[]
}

const binary = { name: "pgbouncer", debian: "pgbouncer" }

/** The pgbouncer that MORTISE_PGBOUNCER names, or that of the system. */
const program = async (): Promise<string> => process.env["MORTISE_PGBOUNCER"] ?? (await findBinary(binary))

/** The version of pgbouncer, such as [1, 18]. */
export async function pgbouncerVersion(): Promise<readonly [major: number, minor: number]> {
  const { stdout } = await promisify(execFile)(await program(), ["--version"])
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  return [Number(major), Number(minor)]
}

/** Starts pgbouncer. */
export async function startPgbouncer(
  database: string,
  { mode = "transaction", connections = 3, settings: more = [] }: PoolerOptions = {},
): Promise<Pooler> {
  const pgbouncer = await program()
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner)
  const [{ hostname, port, pathname, username }, listen] = [new URL(database), await freePort()]
  const name = pathname.slice(1)
  const [settings, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")]
  const lines = [
    "[databases]",
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listen}`,
    `unix_socket_dir = ${folder}`,
    "auth_type = trust",
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${connections}`,
    // Round robin, so that a caller rarely gets the connection that it had before.
    "server_round_robin = 1",
    "max_client_conn = 400",
    "ignore_startup_parameters = extra_float_digits",
    ...more,
  ]
  await writeFile(settings, `${lines.join("\n")}\n`)
  await writeFile(users, `"${username}" ""\n`)
  const url = `postgres://${username}@127.0.0.1:${listen}/${name}`
  const service = createService({
    command: pgbouncer,
    args: [settings],
    owner,
    log: join(folder, "log"),
    probe: () => execute(url, "SELECT 1"),
    signal: "SIGTERM",
  })
  await service.start()
  return {
    url,
    close: async () => {
      await service.stop()
      await remove(folder)
    },
  }
}
