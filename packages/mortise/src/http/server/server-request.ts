import type { Bytes } from "../../shared/bytes.ts"
import { readBody } from "../../shared/read-body.ts"

/** The parts of a request that the server reads, for any runtime. */
export type ServerRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, "get" | "has">
  /** The body; `undefined` when it is larger than allowed, and then the rest is dropped. */
  readBody(most: number): Promise<Bytes | undefined>
}

export const fromFetchRequest = (request: Request): ServerRequest => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  readBody: (most) => readBody(request, most),
})
