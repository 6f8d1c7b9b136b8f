/** What the response that sets or removes a cookie says to caches: a shared cache would give the cookie to strangers. */
export const privateCaching = "private, no-store"

/**
 * Whether a header decides how a response is cached. Vendors have forms of their own, such as `CDN-Cache-Control`,
 * `Surrogate-Control` and nginx's `X-Accel-Expires`, which win over `Cache-Control` there.
 */
export const isCachingHeader = (name: string): boolean =>
  /(?:^|-)(?:cache|surrogate|edge)-control$|^(?:x-accel-)?expires$/i.test(name)

/** Makes sure that no shared cache stores the response with these headers. */
export function keepPrivate(headers: Headers): void {
  for (const name of [...headers.keys()].filter(isCachingHeader)) headers.delete(name)
  headers.set("cache-control", privateCaching)
}
