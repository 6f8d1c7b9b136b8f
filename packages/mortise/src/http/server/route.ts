import { isTenantName } from "../../contract/tenants.ts"
import { buildRoot } from "../protocol/call.ts"

/** The path from the version on, and the name of the call at its end. */
export type Route = {
  readonly path: string
  readonly name: string
  /** The tenant that the path names. */
  readonly tenant?: string
}

/** The name under which the OpenAPI document is served. */
export const openapiName = "openapi.json"

const tenantRoute = /^tenants\/([^/]+)\/(.*)$/

/**
 * Compares the path character by character, without decoding it, so each call has exactly one spelling.
 * A path with a query or a fragment matches no call.
 */
export function parseRoute(url: string, mount: string): Route | undefined {
  const start = url.indexOf("/", url.indexOf("://") + "://".length)
  const root = mount + buildRoot()
  if (start < 0 || !url.startsWith(root, start)) return undefined
  const rest = url.slice(start + root.length)
  const [, tenant, name = rest] = tenantRoute.exec(rest) ?? []
  if (tenant !== undefined && !isTenantName(tenant)) return undefined
  return { path: buildRoot() + rest, name, ...(tenant !== undefined && { tenant }) }
}
