import type { Bytes } from "../protocol/bytes.ts"
import { readStream } from "../protocol/read-bytes.ts"

/** What is looked at of a request, whatever runtime it comes from. */
export type Incoming = {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, "get" | "has">
  /** The body; `undefined` when it is larger than allowed, and then the rest is not kept. */
  bytes(most: number): Promise<Bytes | undefined>
}

export const incomingOf = ({ method, url, headers, body }: Request): Incoming => ({
  method,
  url,
  headers,
  bytes: async (most) => (body ? readStream(body, most) : new Uint8Array()),
})
