import { type OfficialAdapterName, officialAdapters } from "../official-adapters.ts"
import type { Surroundings } from "../stores/open-store.ts"

/** The official adapters that an experiment can run on here: one of them needs a Redis server. */
export const availableAdapters = ({ redisUrl }: Surroundings): readonly OfficialAdapterName[] =>
  officialAdapters.filter((name) => redisUrl !== undefined || name !== "@auth/upstash-redis-adapter")
