import { fieldPermissions, type Permission } from "../protocol/permissions.ts"
import type { WireCode } from "../protocol/wire-error.ts"
import type { Identity } from "./authenticate.ts"
import type { HandlerParts } from "./handler-parts.ts"
import { createReceiptCipher } from "./receipt-cipher.ts"
import type { RequestContext } from "./request-context.ts"
import type { ServerRequest } from "./server-request.ts"

const everything: readonly Permission[] = ["operations", "extras", "upkeep", "slots", ...fieldPermissions]

/** Identifies the caller before any other part of the request is read. */
export async function identifyCaller(
  { authenticate, rateLimit }: HandlerParts,
  context: RequestContext,
): Promise<Identity | WireCode> {
  const { request, address, route, idempotencyKey, body, labels } = context
  const from = address === undefined ? {} : { address }
  if (rateLimit && !(await rateLimit(from))) return "rate_limited"
  if (!authenticate) return anonymousCaller(request, idempotencyKey)
  const authorization = request.headers.get("authorization") ?? ""
  const { method } = request
  const { path = "", tenant } = route ?? {}
  const identity = await authenticate({ authorization, method, path, tenant, idempotencyKey, body })
  if (typeof identity === "string") return identity
  labels.caller = identity.id
  const { id: caller } = identity
  const of = { ...(route && { call: route.name }), ...(tenant !== undefined && { tenant }) }
  if (rateLimit && !(await rateLimit({ ...from, caller, ...of }))) return "rate_limited"
  return identity
}

/** The caller of a server without authentication. */
function anonymousCaller({ headers }: ServerRequest, idempotencyKey: string): Identity | WireCode {
  // Only browsers send `Origin`: a web page must not reach a server without authentication.
  if (headers.has("origin")) return "forbidden"
  // The caller has no secret, so receipts are encrypted under the idempotency key.
  return { id: "anonymous", permissions: everything, cipher: createReceiptCipher(idempotencyKey) }
}
