import type { RefusedFlow } from "../config/events.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { Sessions } from "../sessions/sessions.ts"
import type { CallLayer } from "./call-layer.ts"

/**
 * Emits an event for each refusal, with the request and the session whose cookie the request carried. The email
 * functions emit their own, because they also know the address.
 */
export const createReportRefusals =
  ({ emit }: Core, { identify }: Sessions) =>
  (flow: RefusedFlow): CallLayer =>
  async (next, [request]) => {
    const result = await next()
    const reason = findReason(result)
    if (reason === undefined) return result
    const from = hasHeaders(request) ? request : undefined
    const carried = from && (await identify(from))
    emit({ type: "refused", flow, reason, ...carried }, from)
    return result
  }

/** The reason of a refusal. A pending sign-out is not one: it emits `signed_out`. */
function findReason(result: unknown): string | undefined {
  const { ok, reason } = (result ?? {}) as { ok?: unknown; reason?: unknown }
  return ok === false && typeof reason === "string" && reason !== "pending" ? reason : undefined
}

const hasHeaders = (value: unknown): value is HasHeaders =>
  typeof value === "object" && value !== null && "headers" in value && value.headers instanceof Headers
