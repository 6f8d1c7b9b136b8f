import type { Adapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { MortiseError } from "../../contract/errors.ts"
import { defaultSchema, type ExtraFields, type Schema } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { createAtomicStore } from "./atomic/atomic-store.ts"
import { createAtomicUpkeep } from "./atomic/atomic-upkeep.ts"
import { checkServer } from "./check-server.ts"
import type { RedisConnection } from "./connection.ts"
import { createKeys } from "./keys.ts"
import { reliableConnection } from "./reliable-connection.ts"

/** What every Redis factory takes besides its client. */
export type RedisOptions<X extends ExtraFields = object> = AdapterOptions<X> & {
  /** What the names of all keys start with. Default: `mortise`. */
  readonly prefix?: string
}

const roundTrips = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 3 }

const reliable = new WeakMap<RedisConnection, RedisConnection>()

/** Makes the adapter of a Redis client. */
export function createRedisAdapter<X extends ExtraFields = object>(
  factory: string,
  given: RedisConnection,
  options: RedisOptions<X> = {},
): Adapter<X> {
  checkOptionNames(factory, options, [...sharedOptionNames, "prefix"])
  const schema: Schema = options.schema ?? defaultSchema()
  refuseSchema(schema)
  const connection = reliable.get(given) ?? reliableConnection(given, checkServer)
  reliable.set(given, connection)
  const parts = { schema, keys: createKeys(options.prefix ?? "mortise", schema), connection }
  const store = createAtomicStore(parts)
  const definition = {
    name: "redis",
    store,
    upkeep: createAtomicUpkeep(parts, store),
    removal: "fenced",
    durability: "process",
    roundTrips: { ...roundTrips, insert: schema.ids === "serial" ? 2 : 1 },
  } as const
  return createAdapter(definition, options)
}

function refuseSchema({ email, preset }: Schema): void {
  if (email === "legacy")
    throw new MortiseError(
      "invalid",
      'Redis finds an email by its exact key: remove email: "legacy" from defineSchema.',
    )
  if (preset)
    throw new MortiseError(
      "invalid",
      `The preset ${preset} describes SQL tables: remove it from defineSchema.`,
    )
}
