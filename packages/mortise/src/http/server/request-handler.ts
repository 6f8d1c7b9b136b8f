import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import { type Bytes, fromUtf8 } from "../../shared/bytes.ts"
import type { Call, RunOnAdapter } from "../protocol/call.ts"
import { decodeArguments } from "../protocol/calls.ts"
import { openapi } from "../protocol/openapi.ts"
import { parseStrictJson } from "../protocol/strict-json.ts"
import { asMortiseError, toWireError, type WireCode, type WireError } from "../protocol/wire-error.ts"
import type { Identity } from "./authenticate.ts"
import { mayCall, mayReadSecrets } from "./callers.ts"
import type { HandlerParts } from "./handler-parts.ts"
import { identifyCaller } from "./identify-caller.ts"
import type { CallOutcome } from "./receipts.ts"
import type { RequestContext, RequestLabels } from "./request-context.ts"
import {
  type CallResponse,
  errorReply,
  errorResponse,
  type HttpResponse,
  resultResponse,
  withHeaders,
} from "./responses.ts"
import { openapiName, parseRoute } from "./route.ts"
import type { Limits } from "./serve-options.ts"
import type { ServerRequest } from "./server-request.ts"

const idempotencyKeyPattern = /^[\x21-\x7e]{16,128}$/

export function createRequestHandler(parts: HandlerParts) {
  const { calls, mount, limits, hasTenants } = parts

  return async (
    request: ServerRequest,
    address: string | undefined,
    labels: RequestLabels,
  ): Promise<HttpResponse> => {
    const { headers, url } = request
    let read: Promise<Bytes | undefined> | undefined
    const body = () => {
      read ??= request.readBody(limits.json.body)
      return read
    }
    const route = parseRoute(url, mount)
    const idempotencyKey = headers.get("idempotency-key") ?? ""
    const context: RequestContext = { request, address, route, idempotencyKey, body, labels }
    try {
      const identity = await identifyCaller(parts, context)
      if (typeof identity === "string") return errorReply(identity)
      if (route?.name === openapiName && request.method === "GET")
        return withHeaders({
          status: 200,
          body: JSON.stringify(openapi(parts.schema, { tenants: hasTenants })),
        })
      const call = route && calls.get(route.name)
      const served = parts.findServed(route?.tenant)
      if (!call || !served) return errorReply("unknown_call")
      labels.call = call.name
      return withHeaders(await makeCall({ ...parts, ...served }, context, call, identity))
    } catch (error) {
      return withHeaders(errorResponse(errorBeforeEffect(error)))
    }
  }
}

// Any other code would look like the outcome of a write, and an earlier attempt may have had another outcome.
const sentAsIs: readonly WireCode[] = ["unavailable", "not_migrated", "readonly"]

/** `runCall` and the receipts never throw after an effect, so an error that arrives here changed nothing. */
export function errorBeforeEffect(error: unknown): WireError {
  const { code } = asMortiseError(error, "read")
  return { code: sentAsIs.includes(code) ? code : "transient" }
}

type CallParts = HandlerParts & NonNullable<ReturnType<HandlerParts["findServed"]>>

async function makeCall(
  parts: CallParts,
  context: RequestContext,
  call: Call,
  identity: Identity,
): Promise<CallResponse> {
  const { receipts, limits } = parts
  const { request, route, idempotencyKey } = context
  const { name: operation } = call
  if (request.method !== "POST") return errorResponse({ code: "method_not_allowed", operation })
  if (!mayCall(identity.permissions, call)) return errorResponse({ code: "forbidden", operation })
  const { secretKeys: model } = call
  if (model && !mayReadSecrets(identity.permissions, model))
    return errorResponse({ code: "forbidden", operation, model })
  if (!isJson(request.headers)) return errorResponse({ code: "unsupported_type", operation })
  const run = parts.runs.get(operation)
  if (!run) return errorResponse({ code: "missing_operation", operation })

  const body = await context.body()
  if (!body) return errorResponse({ code: "too_large", operation })
  const args = readArguments(call, body, call.group === "slots" ? limits.json : limits.plain)
  if ("status" in args) return args

  const visible = visibleCall(parts, call, identity)
  if (call.effect === "read" || !receipts) return (await runCall(visible, run, args)).response
  if (!idempotencyKeyPattern.test(idempotencyKey)) return errorResponse({ code: "key_missing", operation })
  const write = {
    tenant: route?.tenant,
    caller: identity.id,
    operation,
    idempotencyKey,
    body,
    cipher: identity.cipher,
  }
  return receipts.once(write, () => runCall(visible, run, args))
}

/** The call as the caller may see it: its result lacks secret fields if the caller lacks the permission for them. */
function visibleCall({ masked }: HandlerParts, call: Call, { permissions }: Identity): Call {
  const { model, returns } = masked.get(call.name) ?? {}
  return !model || !returns || mayReadSecrets(permissions, model) ? call : { ...call, returns }
}

// Exactly one spelling, and no compressed bodies.
const isJson = (headers: ServerRequest["headers"]): boolean =>
  headers.get("content-type") === "application/json" && !headers.has("content-encoding")

function readArguments(call: Call, body: Bytes, limits: Limits): unknown[] | CallResponse {
  try {
    return decodeArguments(call, parseStrictJson(fromUtf8(body), limits))
  } catch (error) {
    return errorResponse({ ...toWireError(asMortiseError(error, "read"), call.name), code: "invalid" })
  }
}

/** After these codes the store is unchanged, and the same write may be retried. */
const notAppliedCodes: readonly ErrorCode[] = ["transient", "unavailable", "not_migrated", "readonly"]

/** Runs the call on the adapter. Never throws: an error becomes a response too. */
async function runCall(
  { name, effect, returns }: Call,
  run: RunOnAdapter,
  args: unknown[],
): Promise<CallOutcome> {
  try {
    const result = await run(...(args as never[]))
    return { response: resultResponse(encodeResult(returns, result)), isNotApplied: false }
  } catch (error) {
    const mortiseError = asMortiseError(error, effect)
    return {
      response: errorResponse(toWireError(mortiseError, name)),
      isNotApplied: notAppliedCodes.includes(mortiseError.code),
    }
  }
}

function encodeResult({ encode }: Call["returns"], result: unknown) {
  try {
    return encode(result)
  } catch (error) {
    const { model, fields } = asMortiseError(error, "read")
    const details = { ...(model && { model }), ...(fields && { fields }), cause: error }
    throw new MortiseError("corrupt", "The adapter's result does not match its schema.", details)
  }
}
