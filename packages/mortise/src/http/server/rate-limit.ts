import type { LimitOptions, Slots } from "../../contract/slots.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import { sha256 } from "../../shared/bytes.ts"
import { toNetwork } from "../../shared/to-network.ts"
import { inTenant, reservedSlots } from "../protocol/call.ts"

/** Where a request comes from: first the address alone, then the key too, once it is known to be valid. */
export type RequestSource = {
  /** The address from the runtime or from a proxy that you trust. Never take it from other headers. */
  readonly address?: string
  /** The id of the key. */
  readonly caller?: string
  readonly call?: string
  /** The tenant of the call, which the key may use. */
  readonly tenant?: string
}

/**
 * Returns true for a request that is allowed, and false for one to refuse as `rate_limited`. Called twice: on arrival, so
 * that guessing keys is limited, and before the call.
 */
export type RateLimit = (source: RequestSource) => Awaitable<boolean>

/**
 * Allows at most `max` requests in `perSeconds`, for each key in each tenant and for each address. The count is stored in slots, so
 * processes that share a store share the limit. It costs two writes to the store for each request.
 *
 * @example
 * ```ts
 * import { slots } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 * import { createServiceKey, limitRate, serve } from "mortise/server"
 *
 * const adapter = memoryAdapter()
 * const { record } = await createServiceKey({ id: "web", permissions: ["operations"] })
 * export const handle = serve(adapter, {
 *   keys: [record],
 *   rateLimit: limitRate(slots(adapter), { max: 600, perSeconds: 60 }),
 * })
 * ```
 */
export function limitRate(
  slots: Slots,
  { max, perSeconds, now = Date.now }: LimitOptions & { readonly now?: () => number },
): RateLimit {
  return async ({ address, caller, tenant }) => {
    const who =
      caller === undefined ? address && `address/${toNetwork(address)}` : `key/${inTenant(tenant, caller)}`
    if (!who) return true
    const length = perSeconds * 1000
    const period = Math.floor(now() / length)
    const key = `${reservedSlots}rate/${await sha256(`${who}/${period}`)}`
    return (await slots.increment(key, new Date((period + 2) * length))) <= max
  }
}
