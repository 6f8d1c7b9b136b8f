import type { Adapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { ExtraFields } from "../../contract/schema.ts"
import type { Permission } from "../protocol/permissions.ts"
import { createHandlerParts, type HandlerParts } from "./handler-parts.ts"
import { identifyCaller } from "./identify-caller.ts"
import type { RequestLabels } from "./request-context.ts"
import { createRequestHandler, errorBeforeEffect } from "./request-handler.ts"
import { errorReply, errorResponse, type HttpResponse, withHeaders } from "./responses.ts"
import { type ServeOptions, serveOptionNames } from "./serve-options.ts"
import type { ServerRequest } from "./server-request.ts"

/** What a runtime knows about a connection. */
export type RequestConnection = { readonly address?: string }

/** Answers requests of any runtime. `drain` refuses new requests and waits for those in progress. */
export type Service = {
  answer(request: ServerRequest, connection?: RequestConnection): Promise<HttpResponse>
  /** The refusal of a request that is not a call, if its caller lacks the permission; `undefined` if it has it. */
  checkPermission(
    request: ServerRequest,
    connection: RequestConnection,
    permission: Permission,
  ): Promise<HttpResponse | undefined>
  drain(): Promise<void>
}

/** The core of `serve`, without `Request` and `Response` objects, which cost as much as everything else together. */
export function createService<X extends ExtraFields = object>(
  adapter: Adapter<X> | object,
  options: ServeOptions<X>,
): Service {
  checkOptionNames("serve", options, serveOptionNames)
  const parts = createHandlerParts(adapter, options)
  const handle = createRequestHandler(parts)
  return { ...withDraining(handle, options.onRequest), checkPermission: createPermissionCheck(parts) }
}

// Bun passes its server as the second argument of a fetch handler, and its `address` is an object.
const readAddress = (connection?: RequestConnection): string | undefined =>
  typeof connection?.address === "string" ? connection.address : undefined

type Handle = ReturnType<typeof createRequestHandler>

function withDraining(handle: Handle, observe: ServeOptions["onRequest"]): Omit<Service, "checkPermission"> {
  const working = new Set<Promise<HttpResponse>>()
  let isDraining = false

  const answer = async (request: ServerRequest, connection?: RequestConnection): Promise<HttpResponse> => {
    const start = performance.now()
    const labels: RequestLabels = {}
    const response = await handle(request, readAddress(connection), labels)
    try {
      observe?.({ ...labels, status: response.status, durationMs: performance.now() - start })
    } catch {
      // A callback that throws must not turn an applied write into an error.
    }
    return response
  }

  return {
    answer(request, connection) {
      if (isDraining)
        return Promise.resolve(
          withHeaders(errorResponse({ code: "draining" }), { connection: "close", "retry-after": "1" }),
        )
      const response = answer(request, connection)
      working.add(response)
      return response.finally(() => working.delete(response))
    },
    async drain() {
      isDraining = true
      await Promise.allSettled(working)
    },
  }
}

function createPermissionCheck(parts: HandlerParts): Service["checkPermission"] {
  return async (request, connection, permission) => {
    const address = readAddress(connection)
    const rest = { route: undefined, idempotencyKey: "", body: async () => new Uint8Array(), labels: {} }
    try {
      const identity = await identifyCaller(parts, { request, address, ...rest })
      if (typeof identity === "string") return errorReply(identity)
      return identity.permissions.includes(permission) ? undefined : errorReply("forbidden")
    } catch (error) {
      return withHeaders(errorResponse(errorBeforeEffect(error)))
    }
  }
}
