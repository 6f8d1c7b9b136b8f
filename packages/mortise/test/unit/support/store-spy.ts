import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { ExtraFields } from "../../../src/index.ts"
import { type AdapterOptions, createAdapter } from "../../../src/operations/create-adapter.ts"
import type { Store } from "../../../src/operations/store.ts"
import { createMemoryStore, createTables } from "../../../src/stores/memory/memory-store.ts"
import { createMemoryUpkeep } from "../../../src/stores/memory/memory-upkeep.ts"

const promises = { name: "spied", removal: "atomic", durability: "none" } as const
const roundTrips = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 1 }

/** An adapter over a memory store, some verbs of which are replaced. */
export function adapterOver<X extends ExtraFields = object>(
  verbs: (memory: Store) => Partial<Store>,
  options: AdapterOptions<X> = {},
) {
  const schema = options.schema ?? defaultSchema()
  const tables = createTables(schema)
  const memory = createMemoryStore(tables, schema.ids)
  const store = { ...memory, ...verbs(memory) }
  return createAdapter(
    { ...promises, roundTrips, open: () => ({ store, upkeep: createMemoryUpkeep(tables) }) },
    { onWarning: () => {}, ...options },
  )
}

/** A memory adapter that records the verbs called on its store. */
export function spyOnStore<X extends ExtraFields = object>(options: AdapterOptions<X> = {}) {
  const calls: string[] = []
  const recording = (memory: Store): Partial<Store> =>
    Object.fromEntries(
      Object.entries(memory).map(([verb, run]) => [
        verb,
        (...args: never[]) => {
          calls.push(verb)
          return (run as (...args: never[]) => unknown)(...args)
        },
      ]),
    )
  return { adapter: adapterOver(recording, options), calls }
}
