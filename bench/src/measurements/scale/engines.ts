import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { execute as onMariadb, startMariadb } from "../../../../packages/workshop/src/servers/mariadb.ts"
import { execute as onPostgres, startPostgres } from "../../../../packages/workshop/src/servers/postgres.ts"
import type { OwnServer } from "../../../../packages/workshop/src/servers/server.ts"
import type { Measured } from "../../contestant.ts"
import { limitMysql2, oursMysql2 } from "../../contestants/mariadb-ours.ts"
import type { Entry, Opened } from "../../contestants/on-server.ts"
import { limitPg, oursPg } from "../../contestants/postgres-ours.ts"
import { innodbSizes, postgresSizes, type Size } from "./index-sizes.ts"
import { loadMariadb, loadPostgres } from "./loading.ts"

/** An engine whose lookups are measured on tables of several sizes. */
export type ScaledEngine = {
  readonly name: string
  readonly memory: string
  readonly limit: Entry
  readonly ours: Entry
  start(): Promise<OwnServer>
  load(url: string, rows: number): Promise<void>
  sizes(url: string, server: OwnServer): Promise<Size[]>
  /** The process id of the server. */
  pid(server: OwnServer): Promise<number>
}

const folderOf = ({ log }: OwnServer): string => dirname(log)
const firstNumber = async (file: string): Promise<number> => Number.parseInt(await readFile(file, "utf8"), 10)

export const postgres: ScaledEngine = {
  name: "PostgreSQL",
  memory: "PostgreSQL has shared buffers of 2 GB",
  limit: limitPg,
  ours: oursPg,
  start: () => startPostgres({ settings: ["shared_buffers=2GB", "max_wal_size=4GB", "autovacuum=off"] }),
  load: (url, rows) => onPostgres(url, ...loadPostgres(rows)),
  sizes: (url) => postgresSizes(url),
  pid: (server) => firstNumber(join(folderOf(server), "data", "postmaster.pid")),
}

export const mariadb: ScaledEngine = {
  name: "MariaDB",
  memory: "MariaDB has a buffer pool of 4 GB",
  limit: limitMysql2,
  ours: oursMysql2,
  start: () => startMariadb({ settings: ["--innodb-buffer-pool-size=4G", "--innodb-log-file-size=1G"] }),
  async load(url, rows) {
    await Promise.all(loadMariadb(rows).map((statement) => onMariadb(url, statement)))
    await onMariadb(url, "ANALYZE TABLE users, sessions, accounts")
  },
  sizes: (url, server) => innodbSizes(url, join(folderOf(server), "data")),
  pid: (server) => firstNumber(join(folderOf(server), "pid")),
}

/** One contestant on tables of one size. */
export type Side = {
  readonly rows: number
  readonly contestant: "limit" | "ours"
  readonly adapter: Measured
  close(): Promise<unknown>
}

/** Loads a database of this size, and opens both contestants on it. */
export async function openSides(engine: ScaledEngine, url: string, rows: number): Promise<Side[]> {
  const first = await engine.limit.open(url)
  await first.close()
  await engine.load(url, rows)
  const sideOf = (contestant: Side["contestant"], { adapter, close }: Opened): Side => ({
    rows,
    contestant,
    close,
    adapter: adapter as Measured,
  })
  return [sideOf("limit", await engine.limit.open(url)), sideOf("ours", await engine.ours.open(url))]
}
