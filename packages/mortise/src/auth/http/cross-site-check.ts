/** Why a request may not change anything: it is not a POST, or another site sent it. */
export type CrossSiteRefusal = "not_post" | "cross_site"

/**
 * Returns the refusal for a request that may not change anything, `undefined` for one that may. A GET must never
 * change state, and another site must not post on behalf of a user, so the origin that the browser sends must be
 * ours. A client that sends none is not a browser and has no cookies of a user.
 */
export function checkCrossSite(request: Request, origin: string): CrossSiteRefusal | undefined {
  if (request.method !== "POST") return "not_post"
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin" || site === "none" ? undefined : "cross_site"
  const from = request.headers.get("origin")
  return from === null || from === origin ? undefined : "cross_site"
}
