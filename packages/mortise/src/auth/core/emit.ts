import type { AuthEvent } from "../config/events.ts"
import type { HasHeaders } from "../http/cookies.ts"

/** Emits an event; `request` is the request that caused it. */
export type Emit = (event: AuthEvent, request?: HasHeaders) => void

/** Passes every event to the listener. A listener that throws or rejects does not affect the flow. */
export function createEmit(
  listener: ((event: AuthEvent) => unknown) | undefined,
  requestIdOf: (request: HasHeaders) => string | undefined,
  tenant: string | undefined,
): Emit {
  return (event, request) => {
    try {
      const requestId = request && requestIdOf(request)
      const complete = {
        ...event,
        ...(requestId !== undefined && { requestId }),
        ...(tenant !== undefined && { tenant }),
      }
      const returned: unknown = listener?.(Object.freeze(complete))
      if (returned instanceof Promise) returned.catch(() => {})
    } catch {}
  }
}
