import type { Json } from "../../contract/fields.ts"
import { pointersToHidden } from "../protocol/hidden-fields.ts"
import { errorBody, statuses, type WireCode, type WireError } from "../protocol/wire-error.ts"

/** The status and body of a response, as a receipt stores them. */
export type CallResponse = { readonly status: number; readonly body: string }

/** A response with its headers. */
export type HttpResponse = CallResponse & { readonly headers: Readonly<Record<string, string>> }

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
}

/** `hidden` names the fields that were left out because the caller lacks a permission. */
export function resultResponse(result: Json): CallResponse {
  const hidden = pointersToHidden(result)
  return { status: 200, body: JSON.stringify(hidden.length > 0 ? { result, hidden } : { result }) }
}

export const errorResponse = (error: WireError): CallResponse => ({
  status: statuses[error.code],
  body: JSON.stringify(errorBody(error)),
})

export const withHeaders = (
  { status, body }: CallResponse,
  more?: Readonly<Record<string, string>>,
): HttpResponse => ({
  status,
  body,
  headers: more ? { ...headers, ...more } : headers,
})

/** An error with the headers that clients expect with it. */
export function errorReply(code: WireCode): HttpResponse {
  const more = {
    ...((code === "unauthorized" || code === "replayed") && { "www-authenticate": "Bearer" }),
    ...(code === "rate_limited" && { "retry-after": "1" }),
  }
  return withHeaders(errorResponse({ code }), more)
}
