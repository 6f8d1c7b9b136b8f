import type { MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { createMemoryStore, createTables } from "./memory-store.ts"
import { createMemoryUpkeep } from "./memory-upkeep.ts"

const roundTrips = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

/** The options of `memoryAdapter`. */
export type MemoryOptions<X extends ExtraFields = object> = AdapterOptions<X>

/**
 * An adapter that stores everything in this process: for tests, demos, and as the reference for other stores.
 * Each call creates an empty store.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * const user = await adapter.createUser({ email: "ada@example.com" })
 * await adapter.createSession({ sessionToken: "secret", userId: user.id, expires: new Date(Date.now() + 60_000) })
 * console.log((await adapter.getSessionAndUser("secret"))?.user.email)
 * ```
 */
export function memoryAdapter<X extends ExtraFields = object>(
  options: MemoryOptions<X> = {},
): MortiseAdapter<X> {
  checkOptionNames("memoryAdapter", options, sharedOptionNames)
  const schema: Schema = options.schema ?? defaultSchema()
  const tables = createTables(schema)
  const definition = {
    name: "memory",
    store: createMemoryStore(tables, schema.ids),
    upkeep: createMemoryUpkeep(tables),
    removal: "atomic",
    durability: "none",
    roundTrips,
    changesKeys: true,
  } as const
  return createAdapter(definition, options)
}
