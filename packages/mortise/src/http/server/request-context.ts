import type { Bytes } from "../../shared/bytes.ts"
import type { Route } from "./route.ts"
import type { ServerRequest } from "./server-request.ts"

/** The call and the caller for `onRequest`, filled in as they become known. */
export type RequestLabels = { call?: string; caller?: string }

/** A request and what is known about it while it is handled. */
export type RequestContext = {
  readonly request: ServerRequest
  readonly address: string | undefined
  readonly route: Route | undefined
  readonly idempotencyKey: string
  body(): Promise<Bytes | undefined>
  readonly labels: RequestLabels
}
