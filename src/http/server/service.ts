import type { Adapter } from "../../contract/adapter.ts"
import { extras, slots, upkeep } from "../../contract/adapter-parts.ts"
import { internals } from "../../contract/internals.ts"
import { defaultSchema, type ExtraFields, type Schema } from "../../contract/schema.ts"
import { printWarning } from "../../shared/console.ts"
import type { Run } from "../protocol/call.ts"
import { callsOf } from "../protocol/calls.ts"
import { createAuthenticate } from "./authenticate.ts"
import { createHandle, type Hooks } from "./handle.ts"
import type { Incoming } from "./incoming.ts"
import { createReceipts } from "./receipts.ts"
import { type Reply, refusal, replyOf } from "./respond.ts"
import { callersOf, limitsOf, mountOf, receiptSlots, type ServeOptions } from "./serve-options.ts"

/** What a runtime knows of a connection. */
export type Connection = { readonly address?: string }

/** Answers requests of any runtime; `drain` refuses new ones and waits for those at work. */
export type Service = {
  answer(request: Incoming, connection?: Connection): Promise<Reply>
  drain(): Promise<void>
}

/** What `serve` does, without the `Request` and `Response` of a fetch handler, which cost as much as all the rest. */
export function createService<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
  options: ServeOptions<X>,
): Service {
  const {
    onWarning: warn = printWarning,
    now = Date.now,
    leaseSeconds = 60,
    clockSkewSeconds = 300,
    rateLimit,
  } = options
  const schema: Schema = options.schema ?? internals(adapter)?.schema ?? defaultSchema()
  const kept = receiptSlots(adapter, options)
  const callers = callersOf(options, kept)
  const calls = callsOf(schema, warn)
  const behind: object = adapter
  const parts = { adapter, extras: extras(behind) ?? {}, upkeep: upkeep(behind), slots: slots(behind), now }
  const runs = new Map<string, Run | undefined>([...calls].map(([name, call]) => [name, call.find(parts)]))

  const handle = createHandle({
    calls,
    runs,
    schema,
    mount: mountOf(options),
    limits: limitsOf(options, schema),
    authenticate:
      callers && createAuthenticate({ callers, slots: kept, now, clockSkewMs: clockSkewSeconds * 1000 }),
    receipts: kept && createReceipts({ slots: kept, now, leaseMs: leaseSeconds * 1000 }),
    rateLimit,
  })
  return draining(handle, options.onRequest)
}

// Runtimes give a fetch handler more than the request: Bun its server, whose address is an object, and its own.
const addressOf = (connection?: Connection): string | undefined =>
  typeof connection?.address === "string" ? connection.address : undefined

type Handle = ReturnType<typeof createHandle>

function draining(handle: Handle, observe: ServeOptions["onRequest"]): Service {
  const working = new Set<Promise<Reply>>()
  let isDraining = false

  const answer = async (request: Incoming, connection?: Connection): Promise<Reply> => {
    const start = performance.now()
    const seen: Hooks = {}
    const reply = await handle(request, addressOf(connection), seen)
    try {
      observe?.({ ...seen, status: reply.status, milliseconds: performance.now() - start })
    } catch {
      // An observer that fails must not turn a write that was made into an error.
    }
    return reply
  }

  return {
    answer(request, connection) {
      if (isDraining)
        return Promise.resolve(
          replyOf(refusal({ code: "draining" }), { connection: "close", "retry-after": "1" }),
        )
      const reply = answer(request, connection)
      working.add(reply)
      return reply.finally(() => working.delete(reply))
    },
    async drain() {
      isDraining = true
      await Promise.allSettled(working)
    },
  }
}
