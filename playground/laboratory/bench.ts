import { mkdtemp, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import Database from "libsql"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import { upkeep } from "../../packages/mortise/src/index.ts"
import type { Backend } from "../../packages/workshop/src/adapters/backend.ts"
import { rowsOf } from "../../packages/workshop/src/adapters/rows-of.ts"
import { type Host, hostLabels } from "../adapter-hosts.ts"
import type { OfficialAdapterName } from "../official-adapters.ts"
import type { StoreName } from "../protocol.ts"
import { openStore, type Surroundings } from "../stores/open-store.ts"
import { officialOnPostgres } from "./official-on-postgres.ts"

/** A new, empty store with an adapter of ours or an official one. */
export type Bench = Pick<Backend, "rows"> & {
  /** The adapter and the place of its rows, such as `@auth/drizzle-adapter, a SQLite file`. */
  readonly title: string
  readonly isOurs: boolean
  /** Whether the rows outlive the connection. */
  readonly isDurable: boolean
  adapter(): AuthAdapter
  /** Deletes expired rows; absent if the adapter has no function for it. */
  readonly sweep?: (now: Date) => Promise<number>
  /** Closes the connection. The calls of `adapter` fail until `restart`. */
  takeDown(): Promise<void>
  restart(): Promise<void>
  remove(): Promise<void>
}

/** A store with a Mortise adapter. */
export async function openOurs(
  name: StoreName,
  surroundings: Surroundings,
  now: () => number,
): Promise<Bench> {
  const store = await openStore(name, surroundings, {
    now,
    onStatement: () => {},
    // The suite sends undeclared fields on purpose.
    onWarning: () => {},
  })
  const adapter = () => store.connection().adapter
  return {
    title: store.adapterName,
    isOurs: true,
    isDurable: name !== "memory",
    adapter,
    rows: (model) => rowsOf(adapter())(model),
    sweep: async (at) => (await upkeep(adapter())?.sweep({ now: at })) ?? 0,
    takeDown: store.takeDown,
    restart: store.restart,
    remove: store.remove,
  }
}

/** An official adapter on a place of its own: PostgreSQL if that is the chosen store, otherwise new files, or Redis. */
export async function openOfficial(
  name: OfficialAdapterName,
  host: Host,
  surroundings: Surroundings,
): Promise<Bench> {
  const place = await (host === "postgres"
    ? officialOnPostgres(name, surroundings.postgresUrl ?? "")
    : officialOnFiles(name, host, surroundings))
  let backend = await place.connect()
  return {
    title: `${name}, ${hostLabels[host]}`,
    isOurs: false,
    isDurable: true,
    adapter: () => backend.adapter,
    rows: (model) => backend.rows(model),
    takeDown: () => backend.close(),
    async restart() {
      backend = await place.connect()
    },
    async remove() {
      await backend.close()
      await place.remove()
    },
  }
}

/** New files: SQLite, or one file per row for unstorage. Upstash: new keys of Redis. */
async function officialOnFiles(
  name: OfficialAdapterName,
  host: Host,
  { folder, redisUrl = "" }: Surroundings,
) {
  const ownFolder = await mkdtemp(join(folder, "official-"))
  const place = {
    folder: ownFolder,
    database: host === "memory" ? ":memory:" : join(ownFolder, "auth.db"),
    redisUrl,
    prefix: `mortise_playground_${basename(ownFolder)}:`,
  }
  if (host === "sqlite") useWriteAheadLog(place.database)
  let isFirst = true
  return {
    connect() {
      const opened = connectOfficial(name, place, isFirst)
      isFirst = false
      return opened
    },
    async remove() {
      if (name === "@auth/upstash-redis-adapter")
        await (await import("../stores/redis.ts")).removeKeys(redisUrl, place.prefix)
      await rm(ownFolder, { recursive: true, force: true })
    },
  }
}

/** The file keeps this setting for all connections. Our stores set the same. */
function useWriteAheadLog(file: string): void {
  const database = new Database(file)
  database.exec("PRAGMA journal_mode = WAL")
  database.close()
}

type OfficialPlace = {
  readonly folder: string
  /** The file for SQLite. */
  readonly database: string
  readonly redisUrl: string
  readonly prefix: string
}

/** Loads only the adapter that is needed. */
async function connectOfficial(
  name: OfficialAdapterName,
  { folder, database: file, redisUrl, prefix }: OfficialPlace,
  isFirst: boolean,
): Promise<Backend> {
  switch (name) {
    case "@auth/typeorm-adapter":
      return (await import("../../packages/workshop/src/official/open-typeorm.ts")).connectTypeorm(file)
    case "@auth/unstorage-adapter":
      return (await import("../../packages/workshop/src/official/open-unstorage.ts")).connectUnstorage(folder)
    case "@auth/kysely-adapter":
      return (await import("../../packages/workshop/src/official/open-kysely.ts")).connectKysely(
        file,
        isFirst,
      )
    case "@auth/drizzle-adapter": {
      const { connectDrizzle } = await import("../../packages/workshop/src/official/open-drizzle.ts")
      return connectDrizzle(file === ":memory:" ? file : pathToFileURL(file).href, isFirst)
    }
    case "@auth/prisma-adapter":
      return (await import("../prisma/open-prisma.ts")).prismaOnSqlite(file, isFirst)
    case "@auth/upstash-redis-adapter":
      return (await import("../../packages/workshop/src/official/open-upstash.ts")).connectUpstash(
        redisUrl,
        prefix,
      )
  }
}
