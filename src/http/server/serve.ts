import { extras } from "../../contract/extras.ts"
import { internals } from "../../contract/internals.ts"
import { type ExtraFields, plainSchema, type Schema } from "../../contract/schema.ts"
import { slots } from "../../contract/slots.ts"
import type { Adapter } from "../../contract/types.ts"
import { upkeep } from "../../contract/upkeep.ts"
import type { Run } from "../protocol/call.ts"
import { callsOf } from "../protocol/calls.ts"
import { createAuthenticate } from "./authenticate.ts"
import { createHandle, type Hooks } from "./handle.ts"
import { createReceipts } from "./receipts.ts"
import { refusal, respond } from "./respond.ts"
import { callersOf, limitsOf, mountOf, receiptSlots, type ServeOptions } from "./serve-options.ts"

/** What a runtime knows of a connection. */
export type Connection = { readonly address?: string }

/** Answers requests; `drain` refuses new ones and waits for those at work. */
export type Server = {
  (request: Request, connection?: Connection): Promise<Response>
  drain(): Promise<void>
}

/**
 * Puts an adapter behind HTTP: a fetch handler for any runtime and framework.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 * import { createServiceKey, serve } from "mortise/server"
 *
 * const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
 * const handle = serve(memoryAdapter(), { keys: [record] })
 * const response = await handle(
 *   new Request("https://data.example/v1/getUser", {
 *     method: "POST",
 *     headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
 *     body: JSON.stringify({ args: ["nobody"] }),
 *   }),
 * )
 * console.log(await response.json()) // { result: null }
 * ```
 */
export function serve<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
  options: ServeOptions<X>,
): Server {
  const { warn = toConsole, now = Date.now, lease = 60_000, window = 300_000, rateLimit } = options
  const schema: Schema = options.schema ?? internals(adapter)?.schema ?? plainSchema()
  const kept = receiptSlots(adapter, options)
  const callers = callersOf(options, kept)
  const calls = callsOf(schema, warn)
  const behind: object = adapter
  const parts = { adapter, extras: extras(behind), upkeep: upkeep(behind), slots: slots(behind), now }
  const runs = new Map<string, Run | undefined>([...calls].map(([name, call]) => [name, call.find(parts)]))

  const handle = createHandle({
    calls,
    runs,
    schema,
    mount: mountOf(options),
    limits: limitsOf(options, schema),
    authenticate: callers && createAuthenticate({ callers, slots: kept, now, window }),
    receipts: kept && createReceipts({ slots: kept, now, lease }),
    rateLimit,
  })
  return draining(handle, options.observe)
}

// biome-ignore lint/suspicious/noConsole: where warnings go unless the user says otherwise
const toConsole = (message: string): void => console.warn(message)

// Runtimes give a fetch handler more than the request: Bun its server, whose address is an object, and its own.
const addressOf = (connection?: Connection): string | undefined =>
  typeof connection?.address === "string" ? connection.address : undefined

type Handle = ReturnType<typeof createHandle>

function draining(handle: Handle, observe: ServeOptions["observe"]): Server {
  const working = new Set<Promise<Response>>()
  let isDraining = false

  const answer = async (request: Request, connection?: Connection): Promise<Response> => {
    const start = performance.now()
    const seen: Hooks = {}
    const response = await handle(request, addressOf(connection), seen)
    try {
      observe?.({ ...seen, status: response.status, milliseconds: performance.now() - start })
    } catch {
      // An observer that fails must not turn a write that was made into an error.
    }
    return response
  }

  const server = (request: Request, connection?: Connection): Promise<Response> => {
    if (isDraining)
      return Promise.resolve(
        respond(refusal({ code: "draining" }), { connection: "close", "retry-after": "1" }),
      )
    const response = answer(request, connection)
    working.add(response)
    return response.finally(() => working.delete(response))
  }
  return Object.assign(server, {
    async drain() {
      isDraining = true
      await Promise.allSettled(working)
    },
  })
}
