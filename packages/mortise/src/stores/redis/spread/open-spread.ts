import type { Opened, RedisParts } from "../engine.ts"
import { createIndexes } from "./indexes.ts"
import { createIntents } from "./intents.ts"
import { createSpreadStore } from "./spread-store.ts"
import { createRepair } from "./upkeep/repair.ts"
import { createSettle } from "./upkeep/settle.ts"
import { createSpreadUpkeep } from "./upkeep/spread-upkeep.ts"

/** Opens the engine for a Cluster. A caller waits at most `patienceMs` for another that holds a place: see places.ts. */
export function openSpread(parts: RedisParts, patienceMs = 30): Opened {
  const spread = { ...parts, indexes: createIndexes(parts), intents: createIntents(parts), patienceMs }
  const store = createSpreadStore(spread)
  const upkeep = createSpreadUpkeep(spread, store)
  return { store, upkeep: { ...upkeep, settle: createSettle(spread), repair: createRepair(spread) } }
}
