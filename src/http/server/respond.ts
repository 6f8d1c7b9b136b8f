import type { Json } from "../../contract/fields.ts"
import { errorBody, statuses, type WireError } from "../protocol/wire-error.ts"

/** An answer before it is put on the wire, and as a receipt keeps it. */
export type Answer = { readonly status: number; readonly body: string }

/** An answer with the headers that it travels with. */
export type Reply = Answer & { readonly headers: Readonly<Record<string, string>> }

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
}

export const answerOf = (result: Json): Answer => ({ status: 200, body: JSON.stringify({ result }) })

export const refusal = (error: WireError): Answer => ({
  status: statuses[error.code],
  body: JSON.stringify(errorBody(error)),
})

export const replyOf = ({ status, body }: Answer, more?: Readonly<Record<string, string>>): Reply => ({
  status,
  body,
  headers: more ? { ...headers, ...more } : headers,
})
