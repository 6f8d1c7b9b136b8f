import type { ServerRequest } from "../../http/server/server-request.ts"
import { RequestError } from "./request-error.ts"

/**
 * Throws for a request that another site made the browser send. A page on another port of this machine counts as the same
 * site, and its requests carry the cookie, so only the same origin is accepted.
 */
export function checkSite({ headers }: ServerRequest): void {
  const site = headers.get("sec-fetch-site")
  // Browsers from before 2023 and programs do not send the header.
  if (site === null || site === "same-origin") return
  throw new RequestError(403, "foreign_origin", "Another site sent this request.")
}

/** Throws for a write that did not come from the page: a form can send neither this content type nor this origin. */
export function checkWriteOrigin(request: ServerRequest): void {
  const { headers } = request
  checkSite(request)
  if (headers.get("origin") !== `http://${headers.get("host")}`)
    throw new RequestError(403, "foreign_origin", "A change needs the Origin of the studio.")
  if (headers.get("content-type") !== "application/json")
    throw new RequestError(415, "content_type", "A change needs the content type application/json.")
}
