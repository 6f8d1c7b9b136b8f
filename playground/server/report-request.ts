import { respond } from "../application/application.ts"
import type { EventHub } from "./event-hub.ts"
import { maskedPath } from "./mask.ts"
import type { Watch } from "./watch-adapter.ts"

type Handle = (request: Request) => Promise<Response>

/** Handles requests, and reports each one with its response to the pages. If the store fails, the status is 503. */
export function createReportRequest(
  hub: EventHub,
  watch: Watch,
): (request: Request, handle: Handle) => Promise<Response> {
  return async (request, handle) => {
    const order = hub.nextOrder()
    const record = { id: `r${order}`, order, method: request.method, path: maskedPath(new URL(request.url)) }
    hub.send({ type: "request", request: record })
    const response = await watch
      .within({ id: record.id, usedLink: false }, () => handle(request))
      .catch(() => respond({ ok: false, reason: "unavailable" }, [], 503))
    hub.send({ type: "request", request: { ...record, status: response.status } })
    return response
  }
}
