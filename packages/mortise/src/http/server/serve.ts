import type { Adapter } from "../../contract/adapter.ts"
import type { ExtraFields } from "../../contract/schema.ts"
import type { ServeOptions } from "./serve-options.ts"
import { fromFetchRequest } from "./server-request.ts"
import { createService, type RequestConnection } from "./service.ts"

/** Answers requests. `drain` refuses new requests and waits for those in progress. */
export type Server = {
  (request: Request, connection?: RequestConnection): Promise<Response>
  drain(): Promise<void>
}

/**
 * Exposes an adapter over HTTP: returns a fetch handler for any runtime and framework.
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
 *     body: JSON.stringify({ args: ["unknown"] }),
 *   }),
 * )
 * console.log(await response.json()) // { result: null }
 * ```
 */
export function serve<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
  options: ServeOptions<X>,
): Server {
  const { answer, drain } = createService(adapter, options)
  const handle = async (request: Request, connection?: RequestConnection): Promise<Response> => {
    const { status, headers, body } = await answer(fromFetchRequest(request), connection)
    return new Response(body, { status, headers })
  }
  return Object.assign(handle, { drain })
}
