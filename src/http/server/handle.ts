import type { Schema } from "../../contract/schema.ts"
import type { Bytes } from "../../shared/bytes.ts"
import type { Call, Run } from "../protocol/call.ts"
import { type Calls, decodeArguments } from "../protocol/calls.ts"
import { openapi } from "../protocol/openapi.ts"
import { isTooMuch, textOf } from "../protocol/read-bytes.ts"
import { parseStrictly } from "../protocol/strict-json.ts"
import { asMortiseError, type WireCode, type WireError } from "../protocol/wire-error.ts"
import type { Authenticate, Identity } from "./authenticate.ts"
import { mayCall } from "./callers.ts"
import type { Incoming } from "./incoming.ts"
import { perform } from "./perform.ts"
import type { RateLimit } from "./rate-limit.ts"
import type { Receipts } from "./receipts.ts"
import { type Answer, type Reply, refusal, replyOf } from "./respond.ts"
import { descriptionName, type Route, routeOf } from "./route.ts"
import { createSeal } from "./seal.ts"
import type { Limits } from "./serve-options.ts"

type Parts = {
  readonly calls: Calls
  readonly runs: ReadonlyMap<string, Run | undefined>
  readonly schema: Schema
  readonly mount: string
  readonly limits: { readonly plain: Limits; readonly json: Limits }
  readonly authenticate: Authenticate | undefined
  readonly receipts: Receipts | undefined
  readonly rateLimit: RateLimit | undefined
}

/** What an observer is told besides the answer; filled in as it becomes known. */
export type Hooks = { call?: string; caller?: string }

/** A request while it is worked on. */
type Visit = {
  readonly request: Incoming
  readonly address: string | undefined
  readonly route: Route | undefined
  readonly idempotencyKey: string
  body(): Promise<Bytes | undefined>
  readonly seen: Hooks
}

const keyForm = /^[\x21-\x7e]{16,128}$/

export function createHandle(parts: Parts) {
  const { calls, mount, limits } = parts

  return async (request: Incoming, address: string | undefined, seen: Hooks): Promise<Reply> => {
    const { headers, url } = request
    let read: Promise<Bytes | undefined> | undefined
    const body = () => {
      const most = limits.json.body
      read ??= isTooMuch(headers, most) ? Promise.resolve(undefined) : request.bytes(most)
      return read
    }
    const route = routeOf(url, mount)
    const idempotencyKey = headers.get("idempotency-key") ?? ""
    const visit: Visit = { request, address, route, idempotencyKey, body, seen }
    try {
      const identity = await admit(parts, visit)
      if (typeof identity === "string") return refused(identity)
      if (route?.name === descriptionName && request.method === "GET")
        return replyOf({ status: 200, body: JSON.stringify(openapi(parts.schema)) })
      const call = route && calls.get(route.name)
      if (!call) return refused("unknown_call")
      seen.call = call.name
      return replyOf(await makeCall(parts, visit, call, identity))
    } catch (error) {
      return replyOf(refusal(beforeTheEffect(error)))
    }
  }
}

// Any other code would read as the outcome of a write, of which an earlier try may have had another.
const noOutcome: readonly WireCode[] = ["unavailable", "readonly"]

/** Nothing beyond an effect lets an error out: whatever comes here, nothing was done. */
function beforeTheEffect(error: unknown): WireError {
  const { code } = asMortiseError(error, "read")
  return { code: noOutcome.includes(code) ? code : "transient" }
}

function refused(code: WireCode): Reply {
  const more = {
    ...((code === "unauthorized" || code === "replayed") && { "www-authenticate": "Bearer" }),
    ...(code === "rate_limited" && { "retry-after": "1" }),
  }
  return replyOf(refusal({ code }), more)
}

const everything: readonly ["operations", "extras", "upkeep", "slots"] = [
  "operations",
  "extras",
  "upkeep",
  "slots",
]

/** Says who calls, before anything else of the request is looked at. */
async function admit({ authenticate, rateLimit }: Parts, visit: Visit): Promise<Identity | WireCode> {
  const { request, address, route, idempotencyKey, body, seen } = visit
  const from = address === undefined ? {} : { address }
  if (rateLimit && !(await rateLimit(from))) return "rate_limited"
  // Without a secret of the caller's, receipts are closed under the key that only the caller knows.
  if (!authenticate) return { id: "anonymous", permissions: everything, seal: createSeal(idempotencyKey) }
  const authorization = request.headers.get("authorization") ?? ""
  const { method } = request
  const path = route?.path ?? ""
  const identity = await authenticate({ authorization, method, path, idempotencyKey, body })
  if (typeof identity === "string") return identity
  seen.caller = identity.id
  if (rateLimit && !(await rateLimit({ ...from, caller: identity.id, ...(route && { call: route.name }) })))
    return "rate_limited"
  return identity
}

async function makeCall(parts: Parts, visit: Visit, call: Call, identity: Identity): Promise<Answer> {
  const { receipts, limits } = parts
  const { request, idempotencyKey } = visit
  const { name: operation } = call
  if (request.method !== "POST") return refusal({ code: "method_not_allowed", operation })
  if (!mayCall(identity.permissions, call)) return refusal({ code: "forbidden", operation })
  if (!isJson(request.headers)) return refusal({ code: "unsupported_type", operation })
  const run = parts.runs.get(operation)
  if (!run) return refusal({ code: "missing_operation", operation })

  const body = await visit.body()
  if (!body) return refusal({ code: "too_large", operation })
  const args = readArguments(call, body, call.group === "slots" ? limits.json : limits.plain)
  if ("status" in args) return args

  if (call.effect === "read" || !receipts) return (await perform(call, run, args)).answer
  if (!keyForm.test(idempotencyKey)) return refusal({ code: "key_missing", operation })
  const write = { caller: identity.id, operation, idempotencyKey, body }
  return receipts.once(write, identity.seal, () => perform(call, run, args))
}

// One spelling, and nothing to unpack.
const isJson = (headers: Incoming["headers"]): boolean =>
  headers.get("content-type") === "application/json" && !headers.has("content-encoding")

function readArguments(call: Call, body: Bytes, limits: Limits): unknown[] | Answer {
  try {
    return decodeArguments(call, parseStrictly(textOf(body), limits))
  } catch (error) {
    const { model, fields } = asMortiseError(error, "read")
    return refusal({
      code: "invalid",
      operation: call.name,
      ...(model && { model }),
      ...(fields && { fields }),
    })
  }
}
