import { slots } from "../../contract/adapter-parts.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Slots } from "../../contract/slots.ts"
import { insecureWithoutAuthentication } from "../protocol/insecure.ts"
import type { JsonLimits } from "../protocol/strict-json.ts"
import { type Callers, checkCallers } from "./callers.ts"
import type { RateLimit } from "./rate-limit.ts"

/** What a server takes at most. */
export type Limits = JsonLimits & {
  /** Bytes of a body. */
  readonly body: number
}

/** What came of a request; no value of any field is in it. */
export type RequestSummary = {
  /** The call; `undefined` when there is none of that name. */
  readonly call?: string
  /** The id of the key. */
  readonly caller?: string
  readonly status: number
  readonly durationMs: number
}

/** How a server is to behave. */
export type ServeOptions<X extends ExtraFields = object> = {
  /** Who may call, from `createServiceKey`. Required, unless authentication is turned off by its symbol. */
  readonly keys?: Callers
  /** For an adapter of another make: the fields that it has beyond the contract's. Ours bring their schema along. */
  readonly schema?: Schema<X>
  /** Where the server is mounted, such as `/auth-data`; the root unless said. */
  readonly path?: string
  /**
   * Where receipts of writes and nonces of signatures are kept; the adapter's own slots unless said.
   * `"none"` for an adapter that has none: then a write that is sent twice happens twice.
   */
  readonly receipts?: Slots | "none"
  /** Seconds that a write may take before it counts as crashed. Default: 60. */
  readonly leaseSeconds?: number
  /** Seconds by which the clock of a signing caller may differ from this one. Default: 300. */
  readonly clockSkewSeconds?: number
  readonly limits?: Partial<Limits>
  readonly rateLimit?: RateLimit
  /** Told of every request after its answer was made. */
  readonly onRequest?: (observation: RequestSummary) => void
  /** Told once of each field that does not travel because the schema does not declare it. */
  readonly onWarning?: (message: string) => void
  readonly now?: () => number
  readonly [insecureWithoutAuthentication]?: true
}

// Wide enough for what JSON fields and slots may hold; everything else is flat.
const flat: Limits = { body: 256 * 1024, depth: 8, keys: 100 }
const nested: Limits = { ...flat, depth: 24, keys: 10_000 }

/** The limits of calls that carry values of JSON fields, and of all others. */
export function limitsOf({ limits }: ServeOptions, schema: Schema): { plain: Limits; json: Limits } {
  const { slot: _, ...models } = schema.models
  const hasJson = Object.values(models).some(({ fields }) => fields.some(({ kind }) => kind === "json"))
  const json = { ...nested, ...limits }
  return { json, plain: hasJson ? json : { ...flat, ...limits } }
}

/** The slots that receipts are kept in; `undefined` when the user said to go without. */
export function receiptSlots(adapter: object, { receipts }: ServeOptions): Slots | undefined {
  if (receipts === "none") return undefined
  return (
    receipts ??
    slots(adapter) ??
    throwInvalidOption(
      'this adapter has no slots to keep receipts in: pass `receipts: slots(…)` of one that has, or "none"',
    )
  )
}

/** The callers; `undefined` when authentication was turned off. */
export function callersOf(options: ServeOptions, kept: Slots | undefined): Callers | undefined {
  const { keys } = options
  if (options[insecureWithoutAuthentication] === true) {
    return keys === undefined
      ? undefined
      : throwInvalidOption("`keys` and insecureWithoutAuthentication exclude each other")
  }
  if (typeof keys === "function") return keys
  if (!Array.isArray(keys) || keys.length === 0)
    return throwInvalidOption("`keys` must list who may call: make one with createServiceKey")
  if (!kept && checkCallers(keys).some((caller) => "secret" in caller))
    throwInvalidOption('signed requests need slots, or they could be sent again: drop `receipts: "none"`')
  return checkCallers(keys)
}

/** The mount path, with nothing at its end. */
export function mountOf({ path = "" }: ServeOptions): string {
  if (path === "" || path === "/") return ""
  if (!/^(\/[\w.~-]+)+$/.test(path)) throwInvalidOption("`path` must look like /auth-data")
  return path
}

function throwInvalidOption(sentence: string): never {
  throw new MortiseError("invalid", `serve: ${sentence}.`)
}
