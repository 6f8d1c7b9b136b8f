import { ownData } from "../../shared/own-data.ts"

/** The endpoint of Better Auth that runs. */
export type Endpoint = {
  readonly path?: string
  readonly body?: unknown
  readonly context?: {
    /** Set when the caller is signed in. */
    readonly session?: { readonly session?: { readonly token?: unknown } } | null
    /** With what plugins add to them when they start. */
    readonly options?: { readonly secondaryStorage?: unknown }
  }
}

// Where all copies of Better Auth in a process keep what runs. Its package @better-auth/core has a function for this,
// but applications that install strictly cannot import that package.
const place = Symbol.for("better-auth:global")

type Shared = {
  readonly context?: { readonly endpointContextAsyncStorage?: { getStore(): Endpoint | undefined } }
}

export const getEndpoint = (): Endpoint | undefined =>
  (
    Object((globalThis as { [place]?: unknown })[place]) as Shared
  ).context?.endpointContextAsyncStorage?.getStore()

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
