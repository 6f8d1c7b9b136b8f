import type * as OAuth from "oauth4webapi"
import type { Claims } from "../config/provider.ts"

const placeholder = "{tenantid}"

/** Whether the text is the id of a Microsoft tenant. */
export const isTenantId = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Microsoft has one discovery document for all tenants, with a placeholder in the issuer, and each tenant issues its own
 * id tokens. The library then asks this function for the issuer that a token must have. Its name is not in the library's
 * types. In a version without it, every such token is refused.
 */
export function withTenantIssuer(
  oauth: typeof OAuth,
  server: OAuth.AuthorizationServer,
): OAuth.AuthorizationServer {
  if (!server.issuer.includes(placeholder)) return server
  const { _expectedIssuer: expectedIssuer } = oauth as unknown as { readonly _expectedIssuer: symbol }
  const buildIssuer = ({ claims: { tid } }: { readonly claims: Claims }): string =>
    isTenantId(tid) ? server.issuer.replace(placeholder, tid) : "no tenant"
  return Object.assign({}, server, { [expectedIssuer]: buildIssuer })
}
