import { MortiseError } from "../../contract/errors.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import { version } from "../protocol/call.ts"
import { insecureWithoutAuthentication, insecureWithoutTls } from "../protocol/insecure.ts"

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
  /** Instead of a key: signs every request with a secret that is never sent. */
  readonly signing?: { readonly id: string; readonly secret: string }
  /** The server's schema, when it differs from the contract's. */
  readonly schema?: Schema<X>
  readonly fetch?: typeof fetch
  /** Seconds for each attempt. Default: 10. */
  readonly timeoutSeconds?: number
  /** How often a call is retried when its answer is lost or the server cannot accept it. Default: 2. */
  readonly retries?: number
  /**
   * After several failures in a row, calls are `unavailable` at once for a while; then one call tries the server
   * again. `false` sends every call.
   */
  readonly breaker?: BreakerOptions | false
  /** The largest answer, in bytes. Default: 16 MiB. */
  readonly maxResponseBytes?: number
  /** `false` sends session lookups one by one, even when many are in flight. */
  readonly batch?: false
  /** `false` for a server that implements only the nineteen operations. */
  readonly extras?: false
  /** What the store behind the server promises. Default: the least that a store can promise. */
  readonly promises?: Partial<Pick<StoreManifest, "removal" | "durability">>
  /** Called once for each field that is not sent because the schema does not declare it. */
  readonly onWarning?: (message: string) => void
  readonly [insecureWithoutAuthentication]?: true
  readonly [insecureWithoutTls]?: true
}

/** The checked options, with every default filled in. */
export type Settings = {
  /** Ends in the version and a slash. */
  readonly endpoint: string
  readonly key: string | undefined
  readonly signing: HttpOptions["signing"]
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly breaker: { readonly failures: number; readonly pauseMs: number } | undefined
  readonly maxAnswer: number
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number
}

// A timer with a longer delay fires at once.
const longestTimerMs = 2 ** 31 - 1

// Looked up at each call: frameworks replace the global fetch after this module was loaded.
const globalFetch: typeof fetch = (...args) => globalThis.fetch(...args)

export function settingsOf(options: HttpOptions): Settings {
  const {
    key,
    signing,
    timeoutSeconds = 10,
    retries = 2,
    maxResponseBytes: maxAnswer = 16 * 1024 * 1024,
  } = options
  checkCredentials(options)
  const timeoutMs = timeoutSeconds * 1000
  if (!(timeoutMs > 0 && timeoutMs <= longestTimerMs))
    throwInvalidOption(`\`timeoutSeconds\` must be above 0 and at most ${Math.floor(longestTimerMs / 1000)}`)
  if (!(Number.isInteger(retries) && retries >= 0))
    throwInvalidOption("`retries` must be a whole number, 0 for none")
  return {
    endpoint: endpointOf(options),
    key,
    signing,
    fetch: options.fetch ?? globalFetch,
    timeoutMs,
    retries,
    breaker: breakerOf(options),
    maxAnswer,
    now: () => performance.now(),
  }
}

function breakerOf({ breaker = {} }: HttpOptions): Settings["breaker"] {
  if (breaker === false) return undefined
  const { failures = 5, pauseSeconds = 1 } = breaker
  if (!(Number.isInteger(failures) && failures > 0))
    throwInvalidOption("`breaker.failures` must be a whole number above 0")
  if (!(Number.isFinite(pauseSeconds) && pauseSeconds > 0))
    throwInvalidOption("`breaker.pauseSeconds` must be above 0")
  return { failures, pauseMs: pauseSeconds * 1000 }
}

function checkCredentials(options: HttpOptions): void {
  const { key, signing } = options
  if (key !== undefined && signing !== undefined) throwInvalidOption("give `key` or `signing`, not both")
  if (signing !== undefined && !(/^[\w-]{1,64}$/.test(signing.id) && signing.secret.length >= 32))
    throwInvalidOption(
      "`signing` must have an id of letters, digits, _ and -, and a secret of at least 32 characters",
    )
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throwInvalidOption("`key` must be a service key: mrt_…")
  if (key === undefined && signing === undefined && options[insecureWithoutAuthentication] !== true)
    throwInvalidOption(
      "`key` is missing: create one with createServiceKey, and give its record to the server",
    )
}

function endpointOf(options: HttpOptions): string {
  const url = parsed(options.url)
  if (url.username || url.password || url.search || url.hash)
    throwInvalidOption("`url` must not contain a user, password, query or fragment: URLs end up in logs")
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && (isNear || options[insecureWithoutTls])))
    throwInvalidOption(
      "`url` must start with https://, or the key could be read on the network; see insecureWithoutTls",
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/${version}/`
}

function parsed(url: string | URL): URL {
  try {
    return new URL(url)
  } catch {
    return throwInvalidOption("`url` must be the address of the server, such as https://data.example")
  }
}

function throwInvalidOption(sentence: string): never {
  throw new MortiseError("invalid", `httpAdapter: ${sentence}.`)
}
