import type { MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Tenanted } from "../../contract/tenants.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import type { OpenStore, StoreDefinition } from "../../operations/store.ts"
import { createMemoryStore, createTables } from "./memory-store.ts"
import { createMemoryUpkeep } from "./memory-upkeep.ts"

const roundTrips = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

/** The options of `memoryAdapter`. */
export type MemoryOptions<X extends ExtraFields = object, Tenants extends boolean = false> = AdapterOptions<
  X,
  Tenants
>

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
export function memoryAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  options: MemoryOptions<X, Tenants> = {},
): Tenanted<Tenants, MortiseAdapter<X>> {
  checkOptionNames("memoryAdapter", options, sharedOptionNames)
  const schema: Schema = options.schema ?? defaultSchema()
  const definition = {
    name: "memory",
    open: openTenants(schema),
    removal: "atomic",
    durability: "none",
    roundTrips,
    changesKeys: true,
  } as const
  return createAdapter(definition, options)
}

/** Opens the tables of a tenant, which exist from its first use on. */
function openTenants(schema: Schema): StoreDefinition["open"] {
  const opened = new Map<string | undefined, OpenStore>()
  return (tenant) => {
    const existing = opened.get(tenant)
    if (existing) return existing
    const tables = createTables(schema)
    const made = { store: createMemoryStore(tables, schema.ids), upkeep: createMemoryUpkeep(tables) }
    opened.set(tenant, made)
    return made
  }
}
