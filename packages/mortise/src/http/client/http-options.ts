import type { StoreManifest } from "../../contract/manifest.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { OnWarning } from "../../shared/console.ts"
import type { insecureWithoutAuthentication, insecureWithoutTls } from "../protocol/insecure.ts"

/** After how many failures the client stops calling a server, and for how long. */
export type BreakerOptions = {
  /** Failures in a row. Default: 5. */
  readonly failures?: number
  /** Seconds before one call tries the server again. Default: 1. */
  readonly pauseSeconds?: number
}

/** The server's address, the credentials, timeouts and retries. */
export type HttpOptions<X extends ExtraFields = object> = {
  /** Where the server is mounted, such as `https://data.example` or `https://data.example/auth-data`. */
  readonly url: string | URL
  /** A service key: `mrt_…`. */
  readonly key?: string
  /**
   * Instead of a key: signs every request with a secret that is never sent. `audience` is the server's. Default: `url`.
   */
  readonly signing?: { readonly id: string; readonly secret: string; readonly audience?: string }
  /** The server's schema, when it differs from the contract's. */
  readonly schema?: Schema<X>
  readonly fetch?: typeof fetch
  /** Seconds for each attempt. Default: 10. */
  readonly timeoutSeconds?: number
  /** How often a call is retried when its answer is lost or the server cannot accept it. Default: 2. */
  readonly retries?: number
  /**
   * After several failures in a row, calls are `unavailable` immediately for a while; then one call tries the server
   * again. `false` sends every call.
   */
  readonly breaker?: BreakerOptions | false
  /** The largest answer, in bytes. Default: 16 MiB. */
  readonly maxResponseBytes?: number
  /** `false` sends session lookups one by one, even when many are in flight. Default: true. */
  readonly batch?: boolean
  /** `false` for a server that implements only the nineteen operations. Default: true. */
  readonly extras?: boolean
  /** What the store behind the server promises. Default: the least that a store can promise. */
  readonly promises?: Partial<Pick<StoreManifest, "removal" | "durability">>
  /**
   * Called once for each field that is not sent because the schema does not declare it. `false` ignores it. Default:
   * prints a warning.
   */
  readonly onWarning?: OnWarning
  readonly [insecureWithoutAuthentication]?: true
  readonly [insecureWithoutTls]?: true
}

/** The options for a server whose adapter has tenants. */
export type TenantHttpOptions<X extends ExtraFields = object> = HttpOptions<X> & {
  /** Returns a function: `forTenant("acme")` is the adapter of this tenant, which the record of the key must name. */
  readonly tenants: true
  readonly extras?: true
}

const names: Readonly<Record<Exclude<keyof TenantHttpOptions, symbol>, true>> = {
  url: true,
  key: true,
  signing: true,
  schema: true,
  fetch: true,
  timeoutSeconds: true,
  retries: true,
  breaker: true,
  maxResponseBytes: true,
  batch: true,
  extras: true,
  tenants: true,
  promises: true,
  onWarning: true,
}

export const httpOptionNames: readonly string[] = Object.keys(names)
