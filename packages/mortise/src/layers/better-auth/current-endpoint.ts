import type { Endpoint } from "../../contract/auth-endpoint.ts"
import { ownData } from "../../shared/own-data.ts"

/** The token of the session that the endpoint runs for. */
export function getCurrentToken(endpoint: Endpoint | undefined): string | undefined {
  const token = endpoint?.context?.session?.session?.token
  return typeof token === "string" ? token : undefined
}

/** The routes whose request names a session to end, with the member of the body that does. */
const revokingRoutes: { readonly [path: string]: string } = {
  "/revoke-session": "token",
  "/admin/revoke-user-session": "sessionToken",
}

/** Whether a signed-in caller asks to end the session of this reference. While it is looked up who calls, no one is. */
export const isAskedToRevoke = ({ path, body, context }: Endpoint, reference: string): boolean => {
  const member = Object.hasOwn(revokingRoutes, path ?? "") ? revokingRoutes[path ?? ""] : undefined
  return member !== undefined && Boolean(context?.session?.session) && ownData(body)?.[member] === reference
}
