import { extras, slots, upkeep } from "../../contract/adapter-parts.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { internals } from "../../contract/internals.ts"
import type { Schema } from "../../contract/schema.ts"
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
  const stateSlots = receiptSlots(adapter, options)
  const callers = readCallers(options, stateSlots)
  const calls = getCalls(schema, warningsTo(onWarning))
  const parts = {
    adapter,
    extras: extras(adapter) ?? {},
    upkeep: upkeep(adapter),
    slots: slots(adapter),
    now,
  }
  return {
    /** Absent for a server without authentication. */
    authenticate:
      callers &&
      createAuthenticate({
        callers,
        audience: audienceOption(options),
        slots: stateSlots,
        now,
        clockSkewMs: clockSkewSeconds * 1000,
      }),
    rateLimit,
    calls,
    masked: maskedAnswers(schema, warningsTo(onWarning)),
    runs: new Map([...calls].map(([name, call]) => [name, call.bind(parts)])),
    schema,
    mount: readMount(options),
    limits: readLimits(options, schema),
    receipts:
      stateSlots && createReceipts({ slots: stateSlots, now, leaseMs: idempotencyLockSeconds * 1000 }),
  }
}
