import type { Surroundings } from "../stores/open-store.ts"

/** The official adapter that needs a Redis server. */
export const upstashAdapterName = "@auth/upstash-redis-adapter"

/** The official adapters that run without a server. */
const onFiles = [
  "@auth/unstorage-adapter",
  "@auth/typeorm-adapter",
  "@auth/kysely-adapter",
  "@auth/drizzle-adapter",
] as const

export type OfficialAdapterName = (typeof onFiles)[number] | typeof upstashAdapterName

/** The official adapters that an experiment can run on. */
export const officialAdaptersOn = ({ redisUrl }: Surroundings): readonly OfficialAdapterName[] =>
  redisUrl ? [...onFiles, upstashAdapterName] : onFiles
