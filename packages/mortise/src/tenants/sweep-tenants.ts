import { throwInvalid } from "../contract/throw-invalid.ts"
import { type OpenTenant, type Registry, sweepKey } from "./registry.ts"

/** The options of `sweep`. */
export type SweepTenantsOptions = {
  /** Deletes rows that expired at or before this time. Default: the current time. */
  readonly now?: Date
  /** Maximum number of rows deleted by one call, 1 to 1,000. Default: 1,000. */
  readonly limit?: number
  /** Starts after this tenant, `null` at the first. Default: where the last call without it ended, of any process. */
  readonly after?: string | null
}

/** What a sweep has done. */
export type SweepReport = {
  /** The number of rows that it deleted. */
  readonly removed: number
  /** Whether one of its tenants may have more expired rows. */
  readonly hasMore: boolean
  /** The tenant at which it ended; `null` after the last one. */
  readonly next: string | null
}

// Bounds the statements of one call.
const mostTenants = 100

/**
 * Deletes expired rows of up to a hundred tenants. Each has an equal share of the limit; what is left is shared among
 * those that used theirs up.
 */
export async function sweepTenants(
  { registry, open, now }: { registry: Registry; open: OpenTenant; now: () => number },
  { now: until = new Date(now()), limit = 1000, after }: SweepTenantsOptions,
): Promise<SweepReport> {
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1000))
    throwInvalid("The limit must be a whole number from 1 to 1000.")
  const { slots } = registry
  const isShared = after === undefined
  const start = isShared ? ((await slots.read(sweepKey))?.value as string | null | undefined) : after
  const { tenants, next } = await registry.page({ after: start, limit: Math.min(mostTenants, limit) })
  // Before the work, so that a tenant whose rows cannot be deleted does not stop all others.
  if (isShared) await slots.set({ key: sweepKey, value: next })

  let behind = tenants.filter(({ state }) => state === "active").map(({ name }) => open(name).upkeep)
  let left = limit
  while (behind.length > 0 && left > 0) {
    const share = Math.max(1, Math.floor(left / behind.length))
    const stillBehind = []
    for (const upkeep of behind) {
      // The tenant that used the limit up is still behind.
      if (left === 0) break
      const most = Math.min(share, left)
      const removed = await upkeep.sweep({ now: until, limit: most })
      left -= removed
      if (removed >= most) stillBehind.push(upkeep)
    }
    behind = stillBehind
  }
  return { removed: limit - left, hasMore: behind.length > 0, next }
}
