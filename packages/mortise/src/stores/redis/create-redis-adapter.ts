import type { MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Tenanted } from "../../contract/tenants.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { createTimeLimit } from "../../operations/deadline.ts"
import { warningsTo } from "../../shared/console.ts"
import { perClient } from "../../shared/per-client.ts"
import { createAtomicStore } from "./atomic/atomic-store.ts"
import { createAtomicUpkeep } from "./atomic/atomic-upkeep.ts"
import { createFindWithUser, followedLookups, getLookups } from "./atomic/lookups.ts"
import type { RedisDriver } from "./connection/connection.ts"
import type { OnCommand } from "./connection/connection-layers.ts"
import { type Connections, getConnections } from "./connection/connections.ts"
import type { RedisParts } from "./engine.ts"
import { type Engine, timedStores } from "./engine.ts"
import { createKeys } from "./rows/keys.ts"
import { openSpread } from "./spread/open-spread.ts"

/** The options of `redisAdapter` and `ioredisAdapter`. */
export type RedisOptions<X extends ExtraFields = object, Tenants extends boolean = false> = AdapterOptions<
  X,
  Tenants
> & {
  /** The start of every key name. Default: `mortise`. */
  readonly prefix?: string
  /**
   * `replicated`: a change is confirmed when a replica has received it (WAIT), which takes one more round trip. If no
   * replica answers within a second, the call is `indeterminate`. Default: a change is confirmed when the primary has
   * applied it.
   */
  readonly durability?: "replicated"
  /**
   * Seconds for each call to Redis, including the wait for a connection and retries. After that, a call that sent nothing
   * fails as `unavailable`, a read as `transient` and a write as `indeterminate`, and the call sends nothing more. The
   * client stays connected, because other calls use it. Default: none.
   */
  readonly timeoutSeconds?: number
  /** Called with each command before it is sent, and with the text of a script. Neither contains a value. */
  readonly onCommand?: OnCommand
}

/** The two engines: one script per verb on one server, the claim protocol on a Cluster. */
const engines = {
  atomic: {
    roundTrips: { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 2 },
    create(parts: Omit<RedisParts, "connection">, connections: Connections): Engine {
      const lookups = getLookups(connections)
      return {
        open(connection, call) {
          const storeParts = { ...parts, connection }
          const store = call
            ? createAtomicStore(storeParts, followedLookups(lookups, call))
            : createAtomicStore(storeParts, lookups, !connections.isolatesCalls)
          return { store, upkeep: createAtomicUpkeep(storeParts, store) }
        },
        findWithUser: (call) => createFindWithUser(parts, followedLookups(lookups, call)),
      }
    },
    replicated: { insert: 2, update: 2, take: 2, removeUser: 4 },
    facts: { name: "atomic", lookups: "snapshot", counts: "exact" },
  },
  spread: {
    roundTrips: { insert: 3, find: 2, list: 3, findWithUser: 2, update: 3, take: 5, removeUser: 7 },
    create: (parts: Omit<RedisParts, "connection">): Engine => ({
      open: (connection) => openSpread({ ...parts, connection }),
    }),
    replicated: { insert: 5, update: 5, take: 6, removeUser: 12 },
    facts: { name: "spread", lookups: "row_then_user", counts: "upper_bound" },
  },
} as const

/** Makes the adapter of a Redis client. `factory` is the name of the public function, for error messages. */
export function createRedisAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  factory: string,
  driver: RedisDriver,
  options: RedisOptions<X, Tenants> = {},
): Tenanted<Tenants, MortiseAdapter<X>> {
  const ownOptionNames = ["prefix", "durability", "timeoutSeconds", "onCommand"]
  checkOptionNames(factory, options, [...sharedOptionNames, ...ownOptionNames])
  const schema: Schema = options.schema ?? defaultSchema()
  checkSchema(schema)
  if (options.durability !== undefined && options.durability !== "replicated")
    throwInvalid('`durability` must be "replicated", or left out.')
  const connections = getConnections(driver, options)
  const { connection, within, inspect } = connections
  const { prefix = "mortise" } = options
  const onWarning = warningsTo(options.onWarning)
  const { create, facts, ...counts } = engines[driver.isCluster ? "spread" : "atomic"]
  const roundTrips = { ...counts.roundTrips, ...(options.durability && counts.replicated) }
  let serverDurability: StoreManifest["durability"] | undefined
  const definition = {
    name: "redis",
    open(tenant?: string) {
      const keys = createKeys(tenant === undefined ? prefix : `${prefix}:@${tenant}`, schema)
      const engine = create({ schema, keys, onWarning }, connections)
      return within ? timedStores(within, engine, driver.isCluster) : engine.open(connection)
    },
    owner: findOwner(driver, prefix),
    removal: "fenced",
    durability: () => options.durability ?? serverDurability ?? "process",
    tools: {
      async checkServer() {
        const { checkSettings } = await import("./settings/check-settings.ts")
        const { findings, durability } = await inspect((reader) =>
          checkSettings(reader, options.durability === "replicated"),
        )
        serverDurability = durability
        return findings
      },
      readPlace: async () => driver.host ?? inspect((await import("./settings/read-place.ts")).readPlace),
    },
    timeLimit: createTimeLimit(options.timeoutSeconds),
    roundTrips: { ...roundTrips, insert: roundTrips.insert + (schema.ids === "serial" ? 1 : 0) },
    engine: facts,
  } as const
  return createAdapter(definition, options)
}

const ownersByPrefix = perClient((_driver: RedisDriver) => new Map<string, object>())

/** What all adapters with the same keys have in common. */
function findOwner(driver: RedisDriver, prefix: string): object {
  const owners = ownersByPrefix(driver)
  const owner = owners.get(prefix) ?? {}
  owners.set(prefix, owner)
  return owner
}

function checkSchema({ email, preset }: Schema): void {
  if (email === "legacy")
    throwInvalid('Redis finds an email by its exact key: remove email: "legacy" from defineSchema.')
  if (preset) throwInvalid(`The preset ${preset} describes SQL tables: remove it from defineSchema.`)
}
