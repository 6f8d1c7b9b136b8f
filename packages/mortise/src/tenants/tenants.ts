import type { Adapter, HasInternals } from "../contract/adapter.ts"
import { checkOptionNames } from "../contract/check-options.ts"
import { checkTenant, type ForTenant } from "../contract/tenants.ts"
import {
  getOpenTenant,
  openRegistry,
  type RemovalReceipt,
  type TenantEntry,
  type TenantRows,
} from "./registry.ts"
import { countRows, type RemoveOptions, removeTenant } from "./remove-tenant.ts"
import { type SweepReport, type SweepTenantsOptions, sweepTenants } from "./sweep-tenants.ts"

/** The options of `tenants`. */
export type TenantsOptions = {
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
  /**
   * Waits before a removal deletes anything, until all processes know of it. Only tests replace it: if the wait is
   * shorter, a process may find one row of the tenant and not another. It may return early if the signal is aborted.
   */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** Which tenants a list contains. */
export type ListTenantsOptions = {
  /** Where the list starts: `next` of the previous one. */
  readonly after?: string | null
  /** 1 to 1,000 tenants. Default: 100. */
  readonly limit?: number
}

/** Functions for all tenants of a store. */
export type Tenants = {
  /** Lists the tenants in the order of their names, and where the next list starts; `null` after the last tenant. */
  list(options?: ListTenantsOptions): Promise<{ tenants: TenantEntry[]; next: string | null }>
  /** Reads one tenant; `null` if nothing was ever stored in it. */
  read(tenant: string): Promise<TenantEntry | null>
  /** Counts the rows of a tenant by model. */
  count(tenant: string): Promise<TenantRows>
  /**
   * Deletes expired sessions, tokens and slots of the active tenants, at most 100 tenants and `limit` rows in one call.
   * Each tenant has an equal share of the limit, so a large backlog of one does not delay the others.
   */
  sweep(options?: SweepTenantsOptions): Promise<SweepReport>
  /**
   * Removes a tenant with all its rows; `null` if it is not in the registry. The tenant is fenced off first, which takes
   * 35 seconds: from the first deletion on, no process finds a row of it or stores one in it. A call after a crash
   * continues, and a call after the end returns the receipt. Provider tokens are deleted, not revoked. The name can be
   * used again afterwards, for a new tenant.
   */
  remove(tenant: string, options?: RemoveOptions): Promise<RemovalReceipt | null>
}

/**
 * Lists, counts, sweeps and removes the tenants of what a factory returns with `tenants: true`.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { tenants } from "mortise/tenants"
 *
 * const forTenant = memoryAdapter({ tenants: true })
 * await forTenant("acme").createUser({ email: "ada@example.com" })
 *
 * const all = tenants(forTenant)
 * for (const { name, state } of (await all.list()).tenants) console.log(name, state, await all.count(name))
 * await all.sweep()
 * ```
 */
export function tenants(forTenant: ForTenant<HasInternals>, options: TenantsOptions = {}): Tenants {
  checkOptionNames("tenants", options, ["now", "sleep"])
  const { now = Date.now, sleep = sleepFor } = options
  const { open, adapter } = getOpenTenant(forTenant)
  const registry = openRegistry(open)
  return {
    list: async ({ after, limit } = {}) => registry.page({ after, limit }),
    async read(tenant) {
      checkTenant(tenant)
      return registry.read(tenant)
    },
    async count(tenant) {
      checkTenant(tenant)
      return countRows(open(tenant).upkeep)
    },
    async sweep(sweepOptions = {}) {
      checkOptionNames("sweep", sweepOptions, ["now", "limit", "after"])
      return sweepTenants({ registry, open, now }, sweepOptions)
    },
    async remove(tenant, removeOptions = {}) {
      checkTenant(tenant)
      checkOptionNames("remove", removeOptions, ["onProgress", "batch", "signal"])
      const parts = { registry, adapter: adapter(tenant) as Adapter, upkeep: open(tenant).upkeep, now, sleep }
      return removeTenant(parts, tenant, removeOptions)
    },
  }
}

/** Waits on the clock, or until the signal is aborted. */
const sleepFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
