import type { MortiseAdapter } from "../contract/adapter.ts"
import { MortiseError } from "../contract/errors.ts"
import { mortise } from "../contract/has-internals.ts"
import { internals } from "../contract/internals.ts"
import { storeIfFree } from "../contract/store-errors.ts"
import {
  checkTenant,
  type ForTenant,
  type TenantState,
  tenantRegistry,
  tenantStates,
  tenantTrustMs,
  throwNoTenant,
} from "../contract/tenants.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import { forwardStore } from "./forward-calls.ts"
import { never } from "./slots.ts"
import type { OpenStore, Store, StoreDefinition } from "./store.ts"

/** Makes the adapter of an open store. */
export type BuildAdapter = (opened: OpenStore, tenant?: string) => MortiseAdapter

/** What a process has read about a tenant. `state` is absent until the tenant is in the registry. */
type Knowledge = { state?: TenantState | undefined; readAt?: number }

// Names may come from requests, so their number is bounded.
const mostTenants = 10_000
const knowledgeByOwner = new WeakMap<object, Map<string, Knowledge>>()

/**
 * Creates the function that returns the adapter of a tenant. `build` makes an adapter over an open store. The function
 * carries what `manifest`, `migrate` and `tenants` need.
 */
export function createForTenant(
  { open, owner = open }: StoreDefinition,
  build: BuildAdapter,
  now: () => number,
): ForTenant {
  const known = knowledgeByOwner.get(owner) ?? new Map<string, Knowledge>()
  knowledgeByOwner.set(owner, known)
  const findKnowledge = (tenant: string): Knowledge => {
    const knowledge = known.get(tenant) ?? {}
    if (known.size >= mostTenants) known.clear()
    known.set(tenant, knowledge)
    return knowledge
  }
  const registry = open(tenantRegistry)

  const forTenant = (tenant: string) => {
    checkTenant(tenant)
    const opened = open(tenant)
    const store = guardTenant(opened.store, registry.store, tenant, findKnowledge(tenant), now)
    return build({ ...opened, store }, tenant)
  }
  const inside = {
    ...internals(build(registry)),
    isOverridden: () => false,
    openTenant: (tenant: string) => build(open(tenant), tenant),
  }
  for (const part of ["extras", "slots", "upkeep"])
    Object.defineProperty(inside, part, { get: throwNoTenant })
  return Object.assign(forTenant, { [mortise]: inside }) as ForTenant
}

/**
 * A store that lists its tenant in the registry before it stores a row. While the tenant is removed, it finds nothing and
 * stores nothing.
 */
function guardTenant(
  store: Store,
  registry: Store,
  tenant: string,
  knowledge: Knowledge,
  now: () => number,
): Store {
  const key = { key: tenant }

  const readState = async (): Promise<TenantState | undefined> => {
    // From before the read: a removal waits until no process relies on what it read before.
    const readAt = now()
    const slot = await registry.find("slot", key)
    const state = tenantStates[slot?.["count"] as number]
    Object.assign(knowledge, { state, readAt })
    return state
  }

  const addTenant = async (): Promise<TenantState | undefined> => {
    const state = await readState()
    if (state === "active" || state === "removing") return state
    const active = { value: null, count: 0 }
    const isRemoved = { field: "count", is: "=", value: tenantStates.indexOf("removed") } as const
    if (state) await registry.update("slot", key, active, isRemoved)
    else await storeIfFree(async () => registry.insert([["slot", { ...key, ...active, expires: never }]]))
    return readState()
  }

  const pick = (state: TenantState | undefined): Store => (state === "removing" ? emptyStore : store)
  // Before the first time, the difference is not a number.
  const isTrusted = () => Math.abs(now() - (knowledge.readAt as number)) < tenantTrustMs
  const findStore = (): Awaitable<Store> => (isTrusted() ? pick(knowledge.state) : readState().then(pick))
  const findStoreToAdd = (): Awaitable<Store> =>
    isTrusted() && knowledge.state === "active" ? store : addTenant().then(pick)

  const { put } = store
  return {
    ...forwardStore((use) => andThen(findStore(), use)),
    insert: (entries) => andThen(findStoreToAdd(), ({ insert }) => insert(entries)),
    ...(put && { put: (slot) => andThen(findStoreToAdd(), (target) => target.put?.(slot)) }),
  }
}

const refuse = (): never => {
  throw new MortiseError("readonly", "This tenant is being removed.")
}

/** The store of a tenant that is being removed. */
const emptyStore: Store = {
  insert: refuse,
  put: refuse,
  find: () => null,
  list: () => [],
  findWithUser: () => null,
  update: () => "absent",
  take: () => "absent",
  removeUser: () => null,
}
