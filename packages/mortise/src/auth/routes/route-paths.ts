/** Whether a path is one of the routes below the base path. */
export const isBelow = (path: string, basePath: string): boolean => path.startsWith(`${basePath}/`)

/**
 * Whether the response to a request may renew the session cookie. The routes set cookies of their own, and a handler of a
 * POST may sign in or out: a renewed cookie must not undo that.
 */
export const mayRenew = (method: string | undefined, path: string, basePath: string): boolean =>
  method === "GET" && !isBelow(path, basePath)
