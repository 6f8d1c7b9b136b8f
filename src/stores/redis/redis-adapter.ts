import type { Adapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import { defaultSchema, type ExtraFields, type Schema } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { printWarning } from "../../shared/console.ts"
import { createAtomicStore } from "./atomic/atomic-store.ts"
import { createAtomicUpkeep } from "./atomic/atomic-upkeep.ts"
import { checkServer } from "./check-server.ts"
import type { RedisConnection } from "./connection.ts"
import { createKeys } from "./keys.ts"
import { type OnCommand, observedConnection } from "./observed-connection.ts"
import type { RedisParts } from "./redis-parts.ts"
import { reliableConnection } from "./reliable-connection.ts"
import { replicatedConnection } from "./replicated-connection.ts"
import { createIndexes } from "./spread/indexes.ts"
import { createSpreadStore } from "./spread/spread-store.ts"
import { createSpreadUpkeep } from "./spread/spread-upkeep.ts"
import { createVerify } from "./spread/verify.ts"

/** What every Redis factory takes besides its client. */
export type RedisOptions<X extends ExtraFields = object> = AdapterOptions<X> & {
  /** What the names of all keys start with. Default: `mortise`. */
  readonly prefix?: string
  /**
   * `replicated`: a change is confirmed when a replica has received it (WAIT), which adds a round trip to each. Without a
   * replica within a second, the call is `indeterminate`. Default: a change is confirmed when the primary has applied it.
   */
  readonly durability?: "replicated"
  /** Called with each command before it is sent, and with the text of a script. Neither contains a value. */
  readonly onCommand?: OnCommand
}

/** How each engine works: one script per verb on one server, the claim protocol on a Cluster. */
const engines = {
  atomic: {
    roundTrips: { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 2 },
    open(parts: RedisParts) {
      const store = createAtomicStore(parts)
      return { store, upkeep: createAtomicUpkeep(parts, store) }
    },
    replicated: { insert: 2, update: 2, take: 2, removeUser: 4 },
    facts: { name: "atomic", lookups: "snapshot", counts: "exact", expiry: "clean-up" },
  },
  spread: {
    roundTrips: { insert: 2, find: 2, list: 3, findWithUser: 2, update: 3, take: 3, removeUser: 7 },
    open(parts: RedisParts) {
      const spread = { ...parts, indexes: createIndexes(parts), patienceMs: 30 }
      const store = createSpreadStore(spread)
      const upkeep = createSpreadUpkeep(spread, store)
      return { store, upkeep: { ...upkeep, verify: createVerify(spread) } }
    },
    replicated: { insert: 4, update: 5, take: 4, removeUser: 12 },
    facts: { name: "spread", lookups: "row, then user", counts: "upper bound", expiry: "clean-up" },
  },
} as const

const reliable = new WeakMap<RedisConnection, RedisConnection>()

/** Makes the adapter of a Redis client. */
export function createRedisAdapter<X extends ExtraFields = object>(
  factory: string,
  given: RedisConnection,
  options: RedisOptions<X> = {},
): Adapter<X> {
  checkOptionNames(factory, options, [...sharedOptionNames, "prefix", "durability", "onCommand"])
  const schema: Schema = options.schema ?? defaultSchema()
  refuseSchema(schema)
  if (options.durability !== undefined && options.durability !== "replicated")
    throw new MortiseError("invalid", '`durability` must be "replicated", or left out.')
  const checked = reliable.get(given) ?? reliableConnection(given, checkServer)
  reliable.set(given, checked)
  const confirmed = options.durability ? replicatedConnection(checked) : checked
  const connection = options.onCommand ? observedConnection(confirmed, options.onCommand) : confirmed
  const { prefix = "mortise", onWarning = printWarning } = options
  const parts = { schema, keys: createKeys(prefix, schema), connection, onWarning }
  const { open, facts, ...counts } = engines[connection.isCluster ? "spread" : "atomic"]
  const roundTrips = { ...counts.roundTrips, ...(options.durability && counts.replicated) }
  let found: StoreManifest["durability"] | undefined
  const definition = {
    name: "redis",
    ...open(parts),
    removal: "fenced",
    durability: () => options.durability ?? found ?? "process",
    async checkServer() {
      const { checkSettings } = await import("./settings/check-settings.ts")
      const { findings, durability } = await checkSettings(given, options.durability === "replicated")
      found = durability
      return findings
    },
    roundTrips: { ...roundTrips, insert: roundTrips.insert + (schema.ids === "serial" ? 1 : 0) },
    engine: facts,
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
