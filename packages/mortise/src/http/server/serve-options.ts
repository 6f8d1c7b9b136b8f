import { slots } from "../../contract/adapter-parts.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Slots } from "../../contract/slots.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { OnWarning } from "../../shared/console.ts"
import { toAudience } from "../protocol/audience.ts"
import { insecureWithoutAuthentication } from "../protocol/insecure.ts"
import type { JsonLimits } from "../protocol/strict-json.ts"
import { type Callers, checkCallers } from "./callers.ts"
import type { RateLimit } from "./rate-limit.ts"

/** The largest request that a server accepts. */
export type Limits = JsonLimits & {
  /** Bytes of the body. */
  readonly body: number
}

/** What `onRequest` gets about a request. It holds no value of any field. */
export type RequestSummary = {
  /** The call; left out when no call has that name. */
  readonly call?: string
  /** The id of the key; left out when the caller was not authenticated. */
  readonly caller?: string
  readonly status: number
  readonly durationMs: number
}

/** The options of `serve`. */
export type ServeOptions<X extends ExtraFields = object> = {
  /** The callers, from `createServiceKey`. Required unless `insecureWithoutAuthentication` is set. */
  readonly keys?: Callers
  /** The schema of a third-party adapter with extra fields. Mortise adapters have their own. */
  readonly schema?: Schema<X>
  /** The path where the server is mounted, such as `/auth-data`. Default: the root. */
  readonly path?: string
  /**
   * Where the idempotency keys of writes are stored with their responses, and the nonces of signatures. Default: the
   * adapter's slots. `false` for an adapter without slots: then a write that is sent twice is applied twice.
   */
  readonly idempotencyStore?: Slots | false
  /**
   * Seconds that a write may run before it counts as crashed. Until then, a request with the same idempotency key is
   * refused as `in_flight`. Default: 60.
   */
  readonly idempotencyLockSeconds?: number
  /** Seconds by which the clock of a signing caller may differ from the server's. Default: 300. */
  readonly clockSkewSeconds?: number
  /**
   * The public address of this server with its mount path, such as `https://data.example/auth-data`. Required when
   * a caller signs its requests: a request that was signed for another server is refused.
   */
  readonly audience?: string
  /** The largest body of a request. Default: 262,144, which is 256 KiB. */
  readonly maxBodyBytes?: number
  /** How deep the JSON of a request may be nested. Default: 8, and 24 with fields of JSON. */
  readonly maxDepth?: number
  /** How many keys the JSON of a request may have. Default: 100, and 10,000 with fields of JSON. */
  readonly maxKeys?: number
  /** Returns true for a request that is allowed. Any other is refused as `rate_limited`. */
  readonly rateLimit?: RateLimit
  /** Called for every request when its response is ready. */
  readonly onRequest?: (summary: RequestSummary) => void
  /**
   * Called once for each field that is not sent because the schema does not declare it. `false` ignores it. Default:
   * prints a warning.
   */
  readonly onWarning?: OnWarning
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
  readonly [insecureWithoutAuthentication]?: true
}

// JSON fields and slots may be nested; all other arguments are flat.
const flat: Limits = { body: 256 * 1024, depth: 8, keys: 100 }
const nested: Limits = { ...flat, depth: 24, keys: 10_000 }

/** The limits of calls with JSON values, and of all other calls. */
export function readLimits(options: ServeOptions, schema: Schema): { plain: Limits; json: Limits } {
  const { slot: _, ...models } = schema.models
  const hasJson = Object.values(models).some(({ fields }) => fields.some(({ kind }) => kind === "json"))
  const { maxBodyBytes, maxDepth, maxKeys } = options
  const withOptions = ({ body, depth, keys }: Limits): Limits => ({
    body: maxBodyBytes ?? body,
    depth: maxDepth ?? depth,
    keys: maxKeys ?? keys,
  })
  const json = withOptions(nested)
  return { json, plain: hasJson ? json : withOptions(flat) }
}

/** The slots that receipts are stored in; `undefined` when the user turned receipts off. */
export function receiptSlots(adapter: object, { idempotencyStore }: ServeOptions): Slots | undefined {
  if (idempotencyStore === false) return undefined
  return (
    idempotencyStore ??
    slots(adapter) ??
    throwInvalid(
      "serve: this adapter has no slots to store idempotency keys in: pass `idempotencyStore: slots(…)` of another adapter, or `idempotencyStore: false`.",
    )
  )
}

/** The callers; `undefined` when authentication was turned off. */
export function readCallers(
  options: ServeOptions,
  stateSlots: Slots | undefined,
  hasTenants: boolean,
): Callers | undefined {
  const { keys } = options
  if (options[insecureWithoutAuthentication] === true) {
    return keys === undefined
      ? undefined
      : throwInvalid("serve: `keys` and insecureWithoutAuthentication exclude each other.")
  }
  if (typeof keys === "function") return keys
  if (!Array.isArray(keys) || keys.length === 0)
    return throwInvalid("serve: `keys` must list the callers: create a key with createServiceKey.")
  const callers = checkCallers(keys, hasTenants)
  if (!stateSlots && callers.some((caller) => "secret" in caller))
    throwInvalid(
      "serve: signed requests need slots, or they could be replayed: remove `idempotencyStore: false`.",
    )
  return callers
}

/** The audience of signed requests; `undefined` when no caller signs. */
export function audienceOption({ audience, keys }: ServeOptions): string | undefined {
  if (audience !== undefined)
    return (
      toAudience(audience) ?? throwInvalid("serve: `audience` must be the public address of this server.")
    )
  if (Array.isArray(keys) && keys.some((caller) => "secret" in caller))
    throwInvalid("serve: signed requests need `audience`, or they could be replayed at another server.")
  return undefined
}

/** The mount path without a trailing slash. */
export function readMount({ path = "" }: ServeOptions): string {
  if (path === "" || path === "/") return ""
  if (!/^(\/[\w.~-]+)+$/.test(path)) throwInvalid("serve: `path` must look like /auth-data.")
  return path
}

const names: Readonly<Record<Exclude<keyof ServeOptions, symbol>, true>> = {
  keys: true,
  schema: true,
  path: true,
  idempotencyStore: true,
  idempotencyLockSeconds: true,
  clockSkewSeconds: true,
  audience: true,
  maxBodyBytes: true,
  maxDepth: true,
  maxKeys: true,
  rateLimit: true,
  onRequest: true,
  onWarning: true,
  now: true,
}

export const serveOptionNames: readonly string[] = Object.keys(names)
