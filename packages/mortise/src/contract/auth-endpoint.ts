/** The endpoint of Better Auth that runs. */
export type Endpoint = {
  readonly path?: string
  readonly body?: unknown
  readonly context?: {
    /** Set when the caller is signed in. */
    readonly session?: { readonly session?: { readonly token?: unknown } } | null
    /** With what plugins add to them when they start. */
    readonly options?: { readonly database?: unknown; readonly secondaryStorage?: unknown }
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
