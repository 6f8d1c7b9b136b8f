import type { Bytes } from "../../shared/bytes.ts"
import { readBody } from "../protocol/read-bytes.ts"

/** What is looked at of a request, whatever runtime it comes from. */
export type Incoming = {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, "get" | "has">
  /** The body; `undefined` when it is larger than allowed, and then the rest is not kept. */
  bytes(most: number): Promise<Bytes | undefined>
}

export const incomingOf = (request: Request): Incoming => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  bytes: (most) => readBody(request, most),
})
