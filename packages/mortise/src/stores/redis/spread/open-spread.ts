import type { RedisParts } from "../redis-parts.ts"
import type { Opened } from "../timed-stores.ts"
import { createIndexes } from "./indexes.ts"
import { createIntents } from "./intents.ts"
import { createRepair } from "./repair.ts"
import { createSettle } from "./settle.ts"
import { createSpreadStore } from "./spread-store.ts"
import { createSpreadUpkeep } from "./spread-upkeep.ts"

/** Opens the engine of a Cluster. Its callers wait for each other for `patienceMs` at most: see places.ts. */
export function openSpread(parts: RedisParts, patienceMs = 30): Opened {
  const spread = { ...parts, indexes: createIndexes(parts), intents: createIntents(parts), patienceMs }
  const store = createSpreadStore(spread)
  const upkeep = createSpreadUpkeep(spread, store)
  return { store, upkeep: { ...upkeep, settle: createSettle(spread), repair: createRepair(spread) } }
}
