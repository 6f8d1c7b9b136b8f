import { Pool } from "pg"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import type { MortiseAdapter } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { type Auth, loadLibrary, openAuth, optionsOf, type Version } from "./auth-library.ts"

type Client = {
  adapter(options: { prefix?: string; now?: () => number }): MortiseAdapter
  close(): Promise<unknown>
}

/** A server of test/stores/redis, whose packages these files cannot import. */
export type Place = {
  readonly name: string
  start(): Promise<{ readonly ports: readonly number[]; close(): Promise<void> }>
  readonly libraries: readonly { readonly name: string; connect(ports: readonly number[]): Promise<Client> }[]
}

/** The Redis servers. Their clients must be installed. */
export async function redisPlaces(): Promise<readonly Place[]> {
  const { places } = await import(String(new URL("../../stores/redis/places.ts", import.meta.url)))
  return places
}

/** An application: its users are in PostgreSQL, and its storage is there too, or in Redis. */
export type Application = {
  readonly version: Version
  readonly users: string
  readonly storeSessionInDatabase?: boolean
  readonly redis?: {
    readonly place: string
    readonly library: string
    readonly ports: readonly number[]
    readonly prefix: string
  }
}

/** Connects to an application. */
export async function openApplication(
  application: Application,
): Promise<{ auth: Auth; close(): Promise<void> }> {
  const { version, users, redis, storeSessionInDatabase } = application
  const pool = new Pool({ connectionString: users, max: 10 })
  const client = redis && (await connect(redis))
  const adapter = client ? client.adapter({ prefix: redis.prefix }) : pgAdapter(pool)
  const storage = mortiseStorage(adapter, { timeoutSeconds: 60 })
  const auth = openAuth(await loadLibrary(version), pool, storage, storeSessionInDatabase)
  return {
    auth,
    async close() {
      await client?.close()
      await pool.end()
    },
  }
}

async function connect({ place, library, ports }: NonNullable<Application["redis"]>): Promise<Client> {
  const { libraries = [] } = (await redisPlaces()).find(({ name }) => name === place) ?? {}
  const found = libraries.find(({ name }) => name === library)
  if (!found) throw new Error(`test/stores/redis/places.ts does not name ${library} for ${place}`)
  return found.connect(ports)
}

/** Creates Better Auth's tables. */
export async function createTables({ version, users }: Application): Promise<void> {
  const pool = new Pool({ connectionString: users })
  const library = await loadLibrary(version)
  await (await library.getMigrations(optionsOf(library, pool))).runMigrations()
  await pool.end()
}
