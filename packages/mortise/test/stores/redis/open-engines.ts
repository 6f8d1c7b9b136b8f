import { createAtomicStore } from "../../../src/stores/redis/atomic/atomic-store.ts"
import { createAtomicUpkeep } from "../../../src/stores/redis/atomic/atomic-upkeep.ts"
import { findWithUserScript } from "../../../src/stores/redis/atomic/find-scripts.ts"
import type { Opened, RedisParts } from "../../../src/stores/redis/engine.ts"
import { slotField } from "../../../src/stores/redis/glossary.ts"
import { openSpread } from "../../../src/stores/redis/spread/open-spread.ts"

/** Opens a store on a connection. */
export type Open = (parts: RedisParts) => Opened

/** Both engines. Each works on a single server: there too, each command of the spread engine is one step. */
export const engines: Readonly<Record<"spread" | "atomic", Open>> = {
  // Callers never wait for each other.
  spread: (parts) => openSpread(parts, 0),
  atomic(parts) {
    const findPair = (key: string) => parts.connection.evaluate(findWithUserScript, [key], [])
    const findSlot = (key: string) => parts.connection.read("HGET", key, slotField.row)
    const store = createAtomicStore(parts, { findPair, findSlot } as never)
    return { store, upkeep: createAtomicUpkeep(parts, store) }
  },
}
