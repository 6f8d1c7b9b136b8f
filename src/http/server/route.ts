import { version } from "../protocol/call.ts"

/** What is asked for: the part of the path from the version on, and what comes after it. */
export type Route = { readonly path: string; readonly name: string }

/** Where the document that describes the protocol is found. */
export const openapiName = "openapi.json"

/**
 * Compares the path as it stands, letter by letter: nothing is decoded, so no spelling of it but one
 * leads anywhere. A query or fragment leads nowhere.
 */
export function routeOf(url: string, mount: string): Route | undefined {
  const start = url.indexOf("/", url.indexOf("://") + "://".length)
  const root = `${mount}/${version}/`
  if (start < 0 || !url.startsWith(root, start)) return undefined
  const name = url.slice(start + root.length)
  return { path: `/${version}/${name}`, name }
}
