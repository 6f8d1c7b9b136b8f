import { extras, slots, upkeep } from "../../contract/adapter-parts.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { internals } from "../../contract/internals.ts"
import type { Schema } from "../../contract/schema.ts"
import { isForTenant } from "../../contract/tenants.ts"
import { warningsTo } from "../../shared/console.ts"
import { getCalls } from "../protocol/calls.ts"
import { maskedAnswers } from "../protocol/masked-answers.ts"
import { createAuthenticate } from "./authenticate.ts"
import { createReceipts } from "./receipts.ts"
import {
  audienceOption,
  readCallers,
  readLimits,
  readMount,
  receiptSlots,
  type ServeOptions,
} from "./serve-options.ts"

// A key may allow all tenants, whose names then come from requests.
const mostTenants = 1000

/** What the requests of a server share. */
export type HandlerParts = Readonly<ReturnType<typeof createHandlerParts>>

/** Checks the options. Throws `invalid` for the first invalid one, with what to change. */
export function createHandlerParts(adapter: object, options: ServeOptions) {
  const {
    onWarning,
    now = Date.now,
    idempotencyLockSeconds = 60,
    clockSkewSeconds = 300,
    rateLimit,
  } = options
  const schema: Schema = options.schema ?? internals(adapter)?.schema ?? defaultSchema()
  const calls = getCalls(schema, warningsTo(onWarning))
  const hasTenants = isForTenant(adapter)

  const serveOne = (served: object) => {
    const stateSlots = receiptSlots(served, options)
    const parts = {
      adapter: served,
      extras: extras(served) ?? {},
      upkeep: upkeep(served),
      slots: slots(served),
      now,
    }
    return {
      stateSlots,
      runs: new Map([...calls].map(([name, call]) => [name, call.bind(parts)])),
      receipts:
        stateSlots && createReceipts({ slots: stateSlots, now, leaseMs: idempotencyLockSeconds * 1000 }),
    }
  }
  // Some options are checked with an adapter, before there is a request.
  const sample = serveOne(hasTenants ? adapter("sample") : adapter)
  const served = new Map<string | undefined, typeof sample>()
  if (!hasTenants) served.set(undefined, sample)

  /** What runs the calls of an adapter, or of one tenant; `undefined` if the path should name a tenant, or should not. */
  const findServed = (tenant: string | undefined) => {
    const existing = served.get(tenant)
    if (existing || !hasTenants || tenant === undefined) return existing
    const added = serveOne(adapter(tenant))
    const [oldest] = served.keys()
    if (served.size >= mostTenants) served.delete(oldest)
    served.set(tenant, added)
    return added
  }

  const callers = readCallers(options, sample.stateSlots, hasTenants)
  return {
    /** Absent for a server without authentication. */
    authenticate:
      callers &&
      createAuthenticate({
        callers,
        audience: audienceOption(options),
        findSlots: (tenant) => findServed(tenant)?.stateSlots,
        hasTenants,
        now,
        clockSkewMs: clockSkewSeconds * 1000,
      }),
    rateLimit,
    calls,
    masked: maskedAnswers(schema, warningsTo(onWarning)),
    hasTenants,
    findServed,
    schema,
    mount: readMount(options),
    limits: readLimits(options, schema),
  }
}
