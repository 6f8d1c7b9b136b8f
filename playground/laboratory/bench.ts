import { mkdtemp, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import { upkeep } from "../../packages/mortise/src/index.ts"
import type { Backend } from "../../packages/mortise/test/auth/support/backends.ts"
import { rowsOf } from "../../packages/mortise/test/authjs/harness/rows-of.ts"
import type { StoreName } from "../protocol.ts"
import { openStore, type Surroundings } from "../stores/open-store.ts"
import { type OfficialAdapterName, upstashAdapterName } from "./official-names.ts"

/** A new, empty store with an adapter of ours or an official one. */
export type Bench = Pick<Backend, "rows"> & {
  readonly adapterName: string
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

/** A store with the adapter of Mortise. */
export async function openOurs(
  name: StoreName,
  surroundings: Surroundings,
  now: () => number,
): Promise<Bench> {
  const store = await openStore(name, surroundings, { now, onStatement: () => {} })
  const adapter = () => store.connection().adapter
  return {
    adapterName: store.adapterName,
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

/** An official adapter on new files: SQLite, or one file per row for unstorage. Upstash: on new keys of Redis. */
export async function openOfficial(
  name: OfficialAdapterName,
  { folder, redisUrl = "" }: Surroundings,
): Promise<Bench> {
  const own = await mkdtemp(join(folder, "official-"))
  const place = { folder: own, redisUrl, prefix: `mortise_playground_${basename(own)}:` }
  let backend = await connectOfficial(name, place, true)
  return {
    adapterName: name,
    isOurs: false,
    isDurable: true,
    adapter: () => backend.adapter,
    rows: (model) => backend.rows(model),
    takeDown: () => backend.close(),
    async restart() {
      backend = await connectOfficial(name, place, false)
    },
    async remove() {
      await backend.close()
      if (name === upstashAdapterName)
        await (await import("../stores/redis.ts")).removeKeys(redisUrl, place.prefix)
      await rm(own, { recursive: true, force: true })
    },
  }
}

type OfficialPlace = { readonly folder: string; readonly redisUrl: string; readonly prefix: string }

/** Loads only the adapter that is needed. */
async function connectOfficial(
  name: OfficialAdapterName,
  { folder, redisUrl, prefix }: OfficialPlace,
  isFirst: boolean,
): Promise<Backend> {
  const file = join(folder, "auth.db")
  switch (name) {
    case "@auth/typeorm-adapter":
      return (await import("../../packages/mortise/test/auth/official/open-typeorm.ts")).connectTypeorm(file)
    case "@auth/unstorage-adapter":
      return (await import("../../packages/mortise/test/auth/official/open-unstorage.ts")).connectUnstorage(
        folder,
      )
    case "@auth/kysely-adapter":
      return (await import("../../packages/mortise/test/auth/official/open-kysely.ts")).connectKysely(
        file,
        isFirst,
      )
    case "@auth/drizzle-adapter": {
      const { connectDrizzle } = await import("../../packages/mortise/test/auth/official/open-drizzle.ts")
      return connectDrizzle(pathToFileURL(file).href, isFirst)
    }
    case "@auth/upstash-redis-adapter":
      return (await import("../../packages/mortise/test/auth/official/open-upstash.ts")).connectUpstash(
        redisUrl,
        prefix,
      )
  }
}
