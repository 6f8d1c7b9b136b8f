import type { Adapter } from "../contract/adapter.ts"
import { extras, slots, upkeep } from "../contract/adapter-parts.ts"
import { isAuthDatabase } from "../contract/auth-database.ts"
import { bypasses, type ExtraName, type Extras } from "../contract/extras.ts"
import { mortise } from "../contract/has-internals.ts"
import { type Internals, internals } from "../contract/internals.ts"
import {
  getRotatePage,
  type Layered,
  type LayerName,
  layered,
  layerNames,
  withoutLayers,
} from "../contract/layered.ts"
import type { StoreManifest } from "../contract/manifest.ts"
import { findOperation, type OperationName, operationNames } from "../contract/operation-names.ts"
import type { Slots } from "../contract/slots.ts"
import { type ForTenant, isForTenant } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Upkeep } from "../contract/upkeep.ts"

/** The functions that an adapter has. None of them needs `this`. */
export type AdapterFunctions = {
  readonly operations: Partial<Adapter>
  readonly extras: Partial<Extras>
  readonly upkeep: Upkeep | undefined
  readonly slots: Slots | undefined
}

/** What a layer replaces; everything else stays as it is below. */
export type Layer = {
  readonly name: LayerName
  /** The functions to replace. An extra that would bypass a replaced operation is removed, unless it is replaced too. */
  wrap(below: AdapterFunctions, inside: Internals | undefined): Partial<AdapterFunctions>
  /** What tools need besides the functions. */
  record?(below: AdapterFunctions, inside: Internals | undefined): Pick<Layered, "rotatePage">
  /** What the layer changes in the store's promises. */
  manifest?(below: StoreManifest): StoreManifest
}

/**
 * Adds a layer to any adapter, and returns the new adapter; of a function of a tenant, a function that adds it to the
 * adapter of each tenant. Throws `invalid` for a layer in the wrong place.
 */
export function addLayer<A extends object>(adapter: A, layer: Layer): A {
  const { name, wrap, record, manifest } = layer
  const inside = internals(Object(adapter))
  const hasTenants = isForTenant(adapter)
  if (!hasTenants) checkAdapter(adapter, name)
  checkOrder(adapter, name)
  const info: Layered = {
    names: [...layerNames(adapter), name],
    base: withoutLayers(adapter),
    rotatePage: getRotatePage(adapter),
  }
  if (hasTenants) return addToEachTenant(adapter, layer, info)
  const below = readFunctions(adapter)
  const above = wrap(below, inside)
  const operations = { ...below.operations, ...above.operations }
  return {
    ...adapter,
    ...operations,
    [layered]: { ...info, ...record?.(below, inside) },
    ...(inside && { [mortise]: buildInternals({ adapter, inside, below, above, operations, manifest }) }),
  }
}

function addToEachTenant<A extends ForTenant>(forTenant: A, layer: Layer, info: Layered): A {
  const below = internals(forTenant) as Internals
  const { openTenant } = below
  const { manifest = (promises) => promises } = layer
  // It inherits what throws because it belongs to one tenant.
  const inside = Object.create(below, {
    manifest: { get: () => manifest(below.manifest) },
    openTenant: { value: openTenant && ((tenant: string) => addLayer(openTenant(tenant), layer)) },
  })
  const layeredForTenant = (tenant: string) => addLayer(forTenant(tenant), layer)
  return Object.assign(layeredForTenant, { [mortise]: inside, [layered]: info }) as unknown as A
}

/** An adapter's functions, without the ones that overridden operations disable. */
function readFunctions(adapter: object): AdapterFunctions {
  const entries = operationNames.flatMap((name) => {
    const run = findOperation(adapter, name)
    // Some adapters are instances of classes, whose operations use `this`.
    return run ? [[name, Object.hasOwn(adapter, name) ? run : run.bind(adapter)]] : []
  })
  return {
    operations: Object.fromEntries(entries) as Partial<Adapter>,
    extras: extras(adapter) ?? {},
    upkeep: upkeep(adapter),
    slots: slots(adapter),
  }
}

type Parts = {
  readonly manifest: Layer["manifest"] | undefined
  readonly adapter: object
  readonly inside: Internals
  readonly below: AdapterFunctions
  readonly above: Partial<AdapterFunctions>
  readonly operations: Partial<Adapter>
}

function buildInternals({ adapter, inside, below, above, operations, manifest }: Parts): Internals {
  const isBypassed = (name: ExtraName) =>
    bypasses[name].some((operation) => above.operations?.[operation] !== undefined)
  const kept = Object.entries(below.extras).filter(([name]) => !isBypassed(name as ExtraName))
  return {
    ...inside,
    // The promises of some stores change when they connect.
    get manifest() {
      return manifest ? manifest(inside.manifest) : inside.manifest
    },
    extras: { ...Object.fromEntries(kept), ...above.extras } as Extras,
    upkeep: above.upkeep ?? inside.upkeep,
    slots: above.slots ?? inside.slots,
    isOverridden: (outerAdapter: object, name: OperationName) =>
      inside.isOverridden(adapter, name) || (outerAdapter as Partial<Adapter>)[name] !== operations[name],
  }
}

function checkAdapter(adapter: object, name: LayerName): void {
  if (typeof adapter === "object" && adapter !== null && findOperation(adapter, "createUser")) return
  if (isAuthDatabase(adapter))
    throwInvalid(`${name} works over adapters of Auth.js only: use mortiseDatabase without it.`)
  throwInvalid(`${name}: pass an adapter, which is an object with operations.`)
}

/** From the innermost to the outermost; layers of one row can have any order. */
const order: readonly (readonly LayerName[])[] = [
  ["split"],
  ["hashedSessions", "encryptedTokens"],
  ["audited"],
  ["traced"],
  ["revokeOnRemoval"],
]

const rank = (name: LayerName): number => order.findIndex((row) => row.includes(name))

const reasons: { readonly [N in LayerName]?: string } = {
  audited: "below another layer, audited would record hashes instead of what was written",
  traced: "below another layer, traced would not measure that layer",
  revokeOnRemoval: "revokeOnRemoval sends requests to providers",
}

/** Throws `invalid` if the layer cannot be the next one. */
export function checkOrder(adapter: object, name: LayerName): void {
  const names = layerNames(adapter)
  if (names.includes(name)) throwInvalid(`This adapter has the layer ${name} already.`)
  const outer = names.find((layerName) => rank(layerName) > rank(name))
  if (outer) throwInvalid(`Add ${name} before ${outer}, as in ${outer}(${name}(adapter)): ${reasons[outer]}.`)
}
