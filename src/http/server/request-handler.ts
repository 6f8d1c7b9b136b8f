import type { Schema } from "../../contract/schema.ts"
import type { Bytes } from "../../shared/bytes.ts"
import type { Call, RunOnAdapter } from "../protocol/call.ts"
import { type Calls, decodeArguments } from "../protocol/calls.ts"
import { openapi } from "../protocol/openapi.ts"
import { isTooMuch, textOf } from "../protocol/read-bytes.ts"
import { parseStrictJson } from "../protocol/strict-json.ts"
import { asMortiseError, type WireCode, type WireError } from "../protocol/wire-error.ts"
import type { Authenticate, Identity } from "./authenticate.ts"
import { mayCall } from "./callers.ts"
import type { RateLimit } from "./rate-limit.ts"
import { createReceiptCipher } from "./receipt-cipher.ts"
import type { Receipts } from "./receipts.ts"
import { type CallResponse, errorResponse, type HttpResponse, withHeaders } from "./responses.ts"
import { openapiName, type Route, routeOf } from "./route.ts"
import { runCall } from "./run-call.ts"
import type { Limits } from "./serve-options.ts"
import type { ServerRequest } from "./server-request.ts"

type HandlerParts = {
  readonly calls: Calls
  readonly runs: ReadonlyMap<string, RunOnAdapter | undefined>
  readonly schema: Schema
  readonly mount: string
  readonly limits: { readonly plain: Limits; readonly json: Limits }
  readonly authenticate: Authenticate | undefined
  readonly receipts: Receipts | undefined
  readonly rateLimit: RateLimit | undefined
}

/** The call and the caller for `onRequest`, filled in as they become known. */
export type RequestLabels = { call?: string; caller?: string }

/** A request and what is known about it while it is handled. */
type RequestContext = {
  readonly request: ServerRequest
  readonly address: string | undefined
  readonly route: Route | undefined
  readonly idempotencyKey: string
  body(): Promise<Bytes | undefined>
  readonly labels: RequestLabels
}

const idempotencyKeyPattern = /^[\x21-\x7e]{16,128}$/

export function createRequestHandler(parts: HandlerParts) {
  const { calls, mount, limits } = parts

  return async (
    request: ServerRequest,
    address: string | undefined,
    labels: RequestLabels,
  ): Promise<HttpResponse> => {
    const { headers, url } = request
    let read: Promise<Bytes | undefined> | undefined
    const body = () => {
      const most = limits.json.body
      read ??= isTooMuch(headers, most) ? Promise.resolve(undefined) : request.readBody(most)
      return read
    }
    const route = routeOf(url, mount)
    const idempotencyKey = headers.get("idempotency-key") ?? ""
    const context: RequestContext = { request, address, route, idempotencyKey, body, labels }
    try {
      const identity = await identifyCaller(parts, context)
      if (typeof identity === "string") return errorReply(identity)
      if (route?.name === openapiName && request.method === "GET")
        return withHeaders({ status: 200, body: JSON.stringify(openapi(parts.schema)) })
      const call = route && calls.get(route.name)
      if (!call) return errorReply("unknown_call")
      labels.call = call.name
      return withHeaders(await makeCall(parts, context, call, identity))
    } catch (error) {
      return withHeaders(errorResponse(errorBeforeEffect(error)))
    }
  }
}

// Any other code would look like the outcome of a write, and an earlier attempt may have had another outcome.
const sentAsIs: readonly WireCode[] = ["unavailable", "readonly"]

/** `runCall` and the receipts never throw after an effect, so an error that arrives here changed nothing. */
function errorBeforeEffect(error: unknown): WireError {
  const { code } = asMortiseError(error, "read")
  return { code: sentAsIs.includes(code) ? code : "transient" }
}

function errorReply(code: WireCode): HttpResponse {
  const more = {
    ...((code === "unauthorized" || code === "replayed") && { "www-authenticate": "Bearer" }),
    ...(code === "rate_limited" && { "retry-after": "1" }),
  }
  return withHeaders(errorResponse({ code }), more)
}

const allGroups: readonly ["operations", "extras", "upkeep", "slots"] = [
  "operations",
  "extras",
  "upkeep",
  "slots",
]

/** Identifies the caller before any other part of the request is read. */
async function identifyCaller(
  { authenticate, rateLimit }: HandlerParts,
  context: RequestContext,
): Promise<Identity | WireCode> {
  const { request, address, route, idempotencyKey, body, labels } = context
  const from = address === undefined ? {} : { address }
  if (rateLimit && !(await rateLimit(from))) return "rate_limited"
  // Without authentication the caller has no secret, so receipts are encrypted under the idempotency key.
  if (!authenticate)
    return { id: "anonymous", permissions: allGroups, cipher: createReceiptCipher(idempotencyKey) }
  const authorization = request.headers.get("authorization") ?? ""
  const { method } = request
  const path = route?.path ?? ""
  const identity = await authenticate({ authorization, method, path, idempotencyKey, body })
  if (typeof identity === "string") return identity
  labels.caller = identity.id
  if (rateLimit && !(await rateLimit({ ...from, caller: identity.id, ...(route && { call: route.name }) })))
    return "rate_limited"
  return identity
}

async function makeCall(
  parts: HandlerParts,
  context: RequestContext,
  call: Call,
  identity: Identity,
): Promise<CallResponse> {
  const { receipts, limits } = parts
  const { request, idempotencyKey } = context
  const { name: operation } = call
  if (request.method !== "POST") return errorResponse({ code: "method_not_allowed", operation })
  if (!mayCall(identity.permissions, call)) return errorResponse({ code: "forbidden", operation })
  if (!isJson(request.headers)) return errorResponse({ code: "unsupported_type", operation })
  const run = parts.runs.get(operation)
  if (!run) return errorResponse({ code: "missing_operation", operation })

  const body = await context.body()
  if (!body) return errorResponse({ code: "too_large", operation })
  const args = readArguments(call, body, call.group === "slots" ? limits.json : limits.plain)
  if ("status" in args) return args

  if (call.effect === "read" || !receipts) return (await runCall(call, run, args)).response
  if (!idempotencyKeyPattern.test(idempotencyKey)) return errorResponse({ code: "key_missing", operation })
  const write = { caller: identity.id, operation, idempotencyKey, body }
  return receipts.once(write, identity.cipher, () => runCall(call, run, args))
}

// Exactly one spelling, and no compressed bodies.
const isJson = (headers: ServerRequest["headers"]): boolean =>
  headers.get("content-type") === "application/json" && !headers.has("content-encoding")

function readArguments(call: Call, body: Bytes, limits: Limits): unknown[] | CallResponse {
  try {
    return decodeArguments(call, parseStrictJson(textOf(body), limits))
  } catch (error) {
    const { model, fields } = asMortiseError(error, "read")
    return errorResponse({
      code: "invalid",
      operation: call.name,
      ...(model && { model }),
      ...(fields && { fields }),
    })
  }
}
