import type { Json } from "../../contract/fields.ts"
import { errorBody, statuses, type WireError } from "../protocol/wire-error.ts"

/** The status and body of a response, as a receipt stores them. */
export type CallResponse = { readonly status: number; readonly body: string }

/** A response with its headers. */
export type HttpResponse = CallResponse & { readonly headers: Readonly<Record<string, string>> }

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
}

export const resultResponse = (result: Json): CallResponse => ({
  status: 200,
  body: JSON.stringify({ result }),
})

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
