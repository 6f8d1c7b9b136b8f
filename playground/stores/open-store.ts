import { randomBytes } from "node:crypto"
import { hasTables } from "../../packages/mortise/src/contract/internals.ts"
import { migrate } from "../../packages/mortise/src/stores/sql/migrate/index.ts"
import type { StoreName } from "../protocol.ts"
import type { Connection, ConnectOptions, Place } from "./store.ts"

/** Where stores are created. */
export type Surroundings = {
  /** A folder for files, which the caller deletes. */
  readonly folder: string
  /** URLs of servers that the user has given. */
  readonly postgresUrl?: string
  readonly mariadbUrl?: string
  readonly redisUrl?: string
}

/** A new store, with one connection that can be closed and opened again. */
export type OpenedStore = {
  readonly name: StoreName
  readonly adapterName: string
  /** The current connection. */
  connection(): Connection
  isDown(): boolean
  takeDown(): Promise<void>
  restart(): Promise<void>
  /** Deletes the store with all rows. */
  remove(): Promise<void>
}

/** The stores that can be opened here. */
export function availableStores({ postgresUrl, mariadbUrl, redisUrl }: Surroundings): StoreName[] {
  return [
    "sqlite",
    "memory",
    "pglite",
    ...(postgresUrl ? (["postgres"] as const) : []),
    ...(mariadbUrl ? (["mariadb"] as const) : []),
    ...(redisUrl ? (["redis"] as const) : []),
  ]
}

/** Creates an empty store with tables, and connects to it. */
export async function openStore(
  name: StoreName,
  surroundings: Surroundings,
  options: ConnectOptions,
): Promise<OpenedStore> {
  const place = await createPlace(name, surroundings)
  let connection = await place.connect(options)
  let isDown = false
  const takeDown = async () => {
    if (isDown) return
    isDown = true
    await connection.close()
  }
  const remove = async () => {
    await takeDown()
    await place.remove()
  }
  try {
    if (hasTables(connection.adapter)) await migrate(connection.adapter)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    name,
    adapterName: place.adapterName,
    connection: () => connection,
    isDown: () => isDown,
    takeDown,
    async restart() {
      if (!isDown) return
      connection = await place.connect(options)
      isDown = false
    },
    remove,
  }
}

/** Loads only the client that is needed: each one takes time to load. */
async function createPlace(name: StoreName, { folder, ...urls }: Surroundings): Promise<Place> {
  const unique = `mortise_playground_${randomBytes(6).toString("hex")}`
  switch (name) {
    case "sqlite":
      return (await import("./sqlite.ts")).sqlitePlace(folder)
    case "memory":
      return (await import("./memory.ts")).memoryPlace()
    case "pglite":
      return (await import("./pglite.ts")).pglitePlace(folder)
    case "postgres":
      return (await import("./postgres.ts")).postgresPlace(requireUrl(urls.postgresUrl, "--postgres"), unique)
    case "mariadb":
      return (await import("./mariadb.ts")).mariadbPlace(requireUrl(urls.mariadbUrl, "--mariadb"), unique)
    case "redis":
      return (await import("./redis.ts")).redisPlace(requireUrl(urls.redisUrl, "--redis"), unique)
  }
}

function requireUrl(url: string | undefined, flag: string): string {
  if (!url) throw new Error(`This store needs a server: start the playground with ${flag} and its URL.`)
  return url
}
