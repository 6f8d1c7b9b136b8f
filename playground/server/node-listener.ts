import type { RequestListener } from "node:http"
import { RequestError, sendResponse, toRequest } from "../../packages/mortise/src/auth/node/index.ts"
import { findRefusal } from "./guard-request.ts"

/** Headers of every response. The page has no inline script or style and loads nothing from elsewhere. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With no-referrer, a browser would send forms with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

/** A listener of `node:http` that checks `Host` and `Origin` before a request is handled. */
export function nodeListener(
  origin: () => string,
  handle: (request: Request) => Promise<Response>,
): RequestListener {
  return async (incoming, outgoing) => {
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value)
    try {
      const refusal = findRefusal(incoming, origin())
      if (refusal) {
        if (refusal.location) outgoing.setHeader("location", refusal.location)
        outgoing.writeHead(refusal.status, { "content-type": "text/plain; charset=utf-8" })
        outgoing.end(`This request was refused. Open ${origin()} in your browser.\n`)
        return
      }
      await sendResponse(await handle(await toRequest(incoming, { origin: origin() })), outgoing)
    } catch (error) {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(error instanceof RequestError ? error.status : 500).end()
    }
  }
}
