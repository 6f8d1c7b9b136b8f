import { isBelow } from "./is-below.ts"

/**
 * Whether the response to a request may renew the session cookie. The routes set cookies of their own, and a handler of a
 * POST may sign in or out: a renewed cookie must not undo that.
 */
export const mayRenew = (method: string | undefined, path: string, basePath: string): boolean =>
  method === "GET" && !isBelow(path, basePath)
