import type { MortiseAdapter } from "../contract/adapter.ts"
import { defaultSchema } from "../contract/build-schema.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Extras } from "../contract/extras.ts"
import { mortise } from "../contract/has-internals.ts"
import type { StoreManifest } from "../contract/manifest.ts"
import { type OperationName, operationNames, operationVerbs } from "../contract/operation-names.ts"
import type { Key, Value } from "../contract/rows.ts"
import { type ExtraFields, readTextLimits, type Schema } from "../contract/schema.ts"
import type { Slots } from "../contract/slots.ts"
import type { Tenanted, TenantWall } from "../contract/tenants.ts"
import type { Upkeep } from "../contract/upkeep.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import { type OnWarning, warningsTo } from "../shared/console.ts"
import { compileChecks } from "./checks.ts"
import { type BuildAdapter, createForTenant } from "./create-for-tenant.ts"
import { createExtras } from "./extras.ts"
import { createNineteen } from "./nineteen.ts"
import { createSlots } from "./slots.ts"
import type { Guard, OpenStore, Patch, StoreDefinition, StoreWall } from "./store.ts"
import { expandingStore, expandingUpkeep } from "./unknown-fields.ts"
import { createUpkeep } from "./upkeep.ts"

/** The options that every factory shares. */
export type AdapterOptions<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false> = {
  /** Your tables and extra fields. Default: the names of the contract. */
  readonly schema?: Schema<X>
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
  /**
   * Called once for each undeclared field that is dropped; once if lookups by email read the whole table, because it
   * lacks the index for `email: "legacy"`; and on Redis when rows of a removed user could not be deleted. `false`
   * ignores it. Default: prints a warning.
   */
  readonly onWarning?: OnWarning
  /**
   * With `true`, the factory returns a function: `forTenant("acme")` is an adapter for the rows of this tenant, which no
   * other tenant can read or change. The tables differ from those without tenants. On PostgreSQL, `rowLevelSecurity` of
   * `mortise/row-level-security` does the same behind a second wall. Default: false.
   */
  readonly tenants?: Tenants
}

/**
 * The names of the options that every factory shares.
 *
 * @example
 * ```ts
 * import { sharedOptionNames } from "mortise/store"
 *
 * const optionNames = [...sharedOptionNames, "table"]
 * console.log(optionNames)
 * ```
 */
export const sharedOptionNames = [
  "schema",
  "now",
  "onWarning",
  "tenants",
] as const satisfies (keyof AdapterOptions)[]

/**
 * Creates an adapter over a store, or with `tenants: true` the function that returns the adapter of a tenant.
 *
 * @example
 * ```ts no-run: needs a store
 * import { type AdapterOptions, createAdapter, type OpenStore } from "mortise/store"
 *
 * declare function openStore(tenant: string | undefined): OpenStore
 * const roundTrips = { insert: 1, find: 1, list: 1, findWithUser: 2, update: 1, take: 1, removeUser: 1 }
 *
 * export const ownAdapter = (options: AdapterOptions = {}) =>
 *   createAdapter({ name: "own", open: openStore, removal: "atomic", durability: "power", roundTrips }, options)
 * ```
 */
export function createAdapter<X extends ExtraFields = object, Tenants extends boolean | TenantWall = false>(
  base: StoreDefinition,
  options: AdapterOptions<X, Tenants>,
): Tenanted<Tenants, MortiseAdapter<X>> {
  const { tenants } = options as { readonly tenants?: Partial<StoreWall> }
  const definition = tenants?.enclose?.(base) ?? base
  const build = (opened: OpenStore, tenant?: string) => buildAdapter(definition, opened, options, tenant)
  return (
    tenants
      ? createForTenant(definition, build as unknown as BuildAdapter, options.now ?? Date.now)
      : build(definition.open())
  ) as Tenanted<Tenants, MortiseAdapter<X>>
}

/** Own, enumerable functions that do not use `this`. */
function buildAdapter<X extends ExtraFields>(
  definition: StoreDefinition,
  opened: OpenStore,
  {
    schema = defaultSchema() as Schema<X>,
    now = Date.now,
    onWarning,
  }: AdapterOptions<X, boolean | TenantWall>,
  tenant: string | undefined,
): MortiseAdapter<X> {
  const keep = schema.unknown === "keep"
  const store = keep ? expandingStore(opened.store) : opened.store
  const upkeep = keep ? expandingUpkeep(opened.upkeep) : opened.upkeep
  const check = compileChecks(schema, warningsTo(onWarning))
  const parts = { store, check, now }

  const nineteen = withErrorContext(createNineteen(parts))
  const inside = {
    manifest: buildManifest(definition, schema),
    schema,
    tenant,
    migration: definition.migration,
    timeLimit: definition.timeLimit,
    ...definition.tools,
    ...(definition.changesKeys && {
      renameSession: async (from: string, to: string) => {
        await opened.store.update("session", { sessionToken: from }, { sessionToken: to })
      },
    }),
    replaceTexts: async (key: Key, from: Readonly<Record<string, Value>>, to: Patch) => {
      const guard = Object.entries(from).reduce<Guard | undefined>(
        (and, [field, value]) => ({ field, is: "=", value, ...(and && { and }) }),
        undefined,
      )
      return opened.store.update("account", key, to, guard)
    },
    extras: withErrorContext(createExtras(parts)) as unknown as Extras<X>,
    upkeep: withErrorContext(createUpkeep(schema, upkeep, check, now)) as unknown as Upkeep<X>,
    slots: withErrorContext(createSlots(parts)) as unknown as Slots,
    isOverridden: (adapter: object, name: OperationName) =>
      (adapter as Partial<typeof nineteen>)[name] !== nineteen[name],
  }
  return { ...nineteen, [mortise]: inside } as unknown as MortiseAdapter<X>
}

type Functions = Readonly<Record<string, (...args: never[]) => Awaitable<unknown>>>

/** Makes every function return a promise, and adds the function's name to its errors. */
function withErrorContext<T extends Functions>(
  functions: T,
): { [Name in keyof T]: (...args: unknown[]) => Promise<unknown> } {
  const wrapFunction = ([name, run]: [string, (...args: never[]) => Awaitable<unknown>]) => {
    const rethrow = (error: unknown): never => {
      if (error instanceof MortiseError) error.operation ??= name
      throw error
    }
    const call = (...args: never[]): Promise<unknown> => {
      try {
        const result = run(...args)
        return result instanceof Promise ? result.catch(rethrow) : Promise.resolve(result)
      } catch (error) {
        return Promise.reject(error).catch(rethrow)
      }
    }
    return [name, call]
  }
  return Object.fromEntries(Object.entries(functions).map(wrapFunction))
}

function buildManifest(definition: StoreDefinition, schema: Schema): StoreManifest {
  const { name, removal, durability, roundTrips, staleReads, engine } = definition
  const { models, ids } = schema
  return {
    store: name,
    removal,
    get durability() {
      return typeof durability === "function" ? durability() : durability
    },
    ids,
    roundTrips: Object.fromEntries(
      operationNames.map((operation) => [operation, roundTrips[operationVerbs[operation]]]),
    ),
    limits: readTextLimits(models),
    ...(engine && { engine }),
    get missingGuarantees() {
      return definition.missingGuarantees?.() ?? schema.missingGuarantees
    },
    get cancelledReplicationWaits() {
      return definition.cancelledReplicationWaits?.()
    },
    staleReads,
  }
}
