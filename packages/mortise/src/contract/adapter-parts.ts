import type { Adapter, HasInternals, MortiseAdapter } from "./adapter.ts"
import { bypasses, type ExtraName, type Extras } from "./extras.ts"
import { internals } from "./internals.ts"
import type { Manifest } from "./manifest.ts"
import type { OperationName } from "./operation-names.ts"
import type { ExtraFields } from "./schema.ts"
import type { Slots } from "./slots.ts"
import type { Upkeep } from "./upkeep.ts"

/**
 * What an adapter promises; `undefined` for a third-party adapter.
 *
 * @example
 * ```ts
 * import { manifest } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * manifest(memoryAdapter()).removal === "atomic" // true
 * ```
 */
export function manifest(adapter: HasInternals): Manifest
export function manifest(adapter: object): Manifest | undefined
export function manifest(adapter: object): Manifest | undefined {
  const inside = internals(adapter)
  if (!inside) return undefined
  const { roundTrips, ...rest } = inside.manifest
  const names = Object.keys(roundTrips) as OperationName[]
  const overridden = names.filter((name) => inside.isOverridden(adapter, name))
  const kept = Object.entries(roundTrips).filter(([name]) => !overridden.includes(name as OperationName))
  return { ...rest, roundTrips: Object.fromEntries(kept), overridden }
}

/**
 * The extras of an adapter, without those that would bypass an operation that you have overridden; `undefined` for a
 * third-party adapter. A factory's adapter has all of them, in its type too. After an override, only the
 * type `Adapter` says that some are gone: `const own: Adapter = { ...adapter, createUser }`.
 *
 * @example
 * ```ts
 * import { extras } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * await extras(adapter).signUp({
 *   user: { email: "ada@example.com" },
 *   account: { type: "oauth", provider: "github", providerAccountId: 1815 },
 * })
 * ```
 */
export function extras<X extends ExtraFields = object>(adapter: MortiseAdapter<X>): Extras<X>
export function extras<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
): Partial<Extras<X>> | undefined
export function extras<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
): Partial<Extras<X>> | undefined {
  const inside = internals<X>(adapter)
  if (!inside) return undefined
  const available = Object.entries(inside.extras).filter(
    ([name]) => !bypasses[name as ExtraName].some((operation) => inside.isOverridden(adapter, operation)),
  )
  return Object.fromEntries(available) as Partial<Extras<X>>
}

/**
 * Paging, counting and sweeping for an adapter; `undefined` for a third-party adapter.
 *
 * @example
 * ```ts
 * import { upkeep } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const tools = upkeep(memoryAdapter())
 * console.log(await tools.count("user"), await tools.sweep())
 * ```
 */
export function upkeep<X extends ExtraFields = object>(adapter: HasInternals<X>): Upkeep<X>
export function upkeep<X extends ExtraFields = object>(adapter: Adapter<X> | object): Upkeep<X> | undefined
export function upkeep<X extends ExtraFields = object>(adapter: Adapter<X> | object): Upkeep<X> | undefined {
  return internals<X>(adapter)?.upkeep
}

/**
 * The slots of an adapter; `undefined` for a third-party adapter.
 *
 * @example
 * ```ts
 * import { slots } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const tries = await slots(memoryAdapter()).increment("sign-in/ada", new Date(Date.now() + 60_000))
 * ```
 */
export function slots(adapter: HasInternals): Slots
export function slots(adapter: object): Slots | undefined
export function slots(adapter: object): Slots | undefined {
  return internals(adapter)?.slots
}
