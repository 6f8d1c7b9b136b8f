import type { HasInternals } from "../contract/adapter.ts"
import type { Json } from "../contract/fields.ts"
import { type Internals, internals } from "../contract/internals.ts"
import type { ModelName } from "../contract/models.ts"
import { type ForTenant, type TenantState, tenantRegistry, tenantStates } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Slot } from "../contract/types.ts"
import { ownData } from "../shared/own-data.ts"

/** The number of rows by model. */
export type TenantRows = Readonly<Record<ModelName, number>>

/** What a removal has done. */
export type RemovalReceipt = {
  readonly tenant: string
  /** When the removal started: from then on, the tenant takes no new rows. */
  readonly started: Date
  /** `null` if the removal has not finished: call `remove` again. */
  readonly finished: Date | null
  /** The number of rows when the deletion started; `null` before that. On Redis Cluster, an upper bound. */
  readonly rows: TenantRows | null
}

/** A tenant in the registry. */
export type TenantEntry = {
  readonly name: string
  readonly state: TenantState
  /** `null` for an active tenant. The receipt of a removed tenant stays until its name is used again. */
  readonly receipt: RemovalReceipt | null
}

/** The adapter of a tenant, or of the registry, without a guard. */
export type OpenTenant = (tenant: string) => Internals

/** Opens the tenants of what a factory returned with `tenants: true`. Throws `invalid` for anything else. */
export function getOpenTenant(forTenant: ForTenant<HasInternals>): {
  open: OpenTenant
  adapter(tenant: string): object
} {
  const { openTenant } = internals(Object(forTenant)) ?? {}
  if (typeof forTenant !== "function" || !openTenant)
    return throwInvalid("Pass what a factory of an adapter returns with `tenants: true`.")
  return { open: (tenant) => internals(openTenant(tenant)) as Internals, adapter: openTenant }
}

/** The key of the slot in the registry where a sweep continues. It is not the name of a tenant. */
export const sweepKey = "*"

/** Reads and changes the states of tenants. */
export type Registry = ReturnType<typeof openRegistry>

export function openRegistry(open: OpenTenant) {
  const { slots, upkeep } = open(tenantRegistry)
  return {
    slots,

    async read(tenant: string): Promise<TenantEntry | null> {
      const slot = await slots.read(tenant)
      return slot && toEntry(slot)
    },

    /** The tenants after a name, in the order of their names. */
    async page({ after, limit }: { after: string | null | undefined; limit: number | undefined }) {
      const { rows, next } = await upkeep.page("slot", {
        ...(after !== null && after !== undefined && { after: { key: after } }),
        ...(limit !== undefined && { limit }),
      })
      const tenants = rows.filter(({ key }) => key !== sweepKey).map(toEntry)
      return { tenants, next: next?.["key"] ?? null }
    },

    /** Moves a tenant to the next state; false if it has left the state before. */
    leave: (state: "active" | "removing", { tenant, ...receipt }: RemovalReceipt) =>
      slots.replace({ key: tenant, value: toJson(receipt), count: tenantStates.indexOf(state) }),

    /** Replaces the receipt in the same state. */
    write: ({ tenant, ...receipt }: RemovalReceipt) => slots.replace({ key: tenant, value: toJson(receipt) }),
  }
}

const toJson = ({ started, finished, rows }: Omit<RemovalReceipt, "tenant">): Json => ({
  started: started.toISOString(),
  finished: finished?.toISOString() ?? null,
  rows: rows && { ...rows },
})

function toEntry({ key: name, value, count }: Slot): TenantEntry {
  const state = tenantStates[count] ?? "active"
  const { started, finished, rows } = ownData(value) ?? {}
  if (state === "active" || typeof started !== "string") return { name, state, receipt: null }
  const receipt = {
    tenant: name,
    started: new Date(started),
    finished: typeof finished === "string" ? new Date(finished) : null,
    rows: (ownData(rows) as TenantRows | undefined) ?? null,
  }
  return { name, state, receipt }
}
