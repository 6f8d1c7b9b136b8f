import { execFile } from "node:child_process"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { type Owner, remove, runAs } from "../../../workshop/src/servers/owner.ts"
import { execute, postgresBinary } from "../../../workshop/src/servers/postgres.ts"
import { createService } from "../../../workshop/src/servers/service.ts"
import { fromTemplate } from "../../../workshop/src/servers/template.ts"
import type { ClusterNode } from "./cluster.ts"

const run = promisify(execFile)

export const database = "app"

const settings = [
  "wal_level=replica",
  "hot_standby=on",
  "wal_keep_size=256MB",
  "wal_sender_timeout=5s",
  "wal_receiver_timeout=5s",
  "wal_retrieve_retry_interval=200ms",
  "shared_buffers=32MB",
  "fsync=off",
  "max_connections=200",
]

/** A PostgreSQL server that can become a standby of another one. */
export type PostgresNode = ClusterNode & {
  /** The URL of the database `postgres`. */
  readonly adminUrl: string
  /** Creates its data folder as that of a new primary. */
  initialize(): Promise<void>
  /** Creates its data folder as a copy of another node, which it follows from its start on. */
  copyFrom(source: PostgresNode): Promise<void>
  /** Appends lines to its configuration. */
  configure(...lines: readonly string[]): Promise<void>
}

/** How a standby connects to its primary. */
export const connectionTo = (primary: ClusterNode, name: string): string =>
  `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`

export async function createPostgresNode(name: string, folder: string, owner: Owner): Promise<PostgresNode> {
  const initdb = await findBinary(postgresBinary("initdb"))
  const [data, port] = [join(folder, name), await freePort()]
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const network = ["-p", String(port), "-h", "127.0.0.1", "-k", folder]
  const service = createService({
    command: await findBinary(postgresBinary("postgres")),
    args: ["-D", data, ...network, ...settings.flatMap((setting) => ["-c", setting])],
    owner,
    log: join(folder, `${name}.log`),
    probe: () => execute(adminUrl, "SELECT 1"),
    signal: "SIGINT",
  })
  const configure = (...lines: readonly string[]) =>
    appendFile(join(data, "postgresql.auto.conf"), `${lines.join("\n")}\n`)
  return {
    ...service,
    name,
    port,
    adminUrl,
    url: `postgres://postgres@127.0.0.1:${port}/${database}`,
    configure,
    initialize: () =>
      fromTemplate(initdb, owner, data, (to) =>
        run(
          initdb,
          ["-D", to, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"],
          runAs(owner),
        ),
      ),
    async copyFrom(source) {
      await remove(data)
      const copy = await findBinary(postgresBinary("pg_basebackup"))
      const options = ["-h", "127.0.0.1", "-p", String(source.port), "-U", "postgres", "-D", data]
      await run(copy, [...options, "-R", "-c", "fast", "-X", "stream", "-N"], runAs(owner))
      await configure(`primary_conninfo = '${connectionTo(source, name)}'`)
    },
  }
}
