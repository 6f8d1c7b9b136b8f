import type { AnswerRequest } from "./node-listener.ts"
import { textResponse } from "./text-response.ts"

export type HealthOptions = {
  /** Answers `/metrics`; without it, this port has no such path. */
  readonly metrics: AnswerRequest | undefined
  isReady(): Promise<boolean>
  isDraining(): boolean
}

/**
 * Answers `/health`, `/ready` and `/metrics`, and passes all other requests to the service. The first two need no
 * key: they show whether the process runs and whether the store answers.
 */
export function withHealthEndpoints(
  answer: AnswerRequest,
  { metrics, isReady, isDraining }: HealthOptions,
): AnswerRequest {
  const endpoints: Readonly<Record<string, AnswerRequest>> = {
    "/health": async () => textResponse(200, "ok\n"),
    "/ready": async () =>
      !isDraining() && (await isReady()) ? textResponse(200, "ready\n") : textResponse(503, "not ready\n"),
    ...(metrics && { "/metrics": metrics }),
  }
  return (request, connection) => {
    const { pathname } = new URL(request.url)
    const endpoint =
      request.method === "GET" && Object.hasOwn(endpoints, pathname) ? endpoints[pathname] : undefined
    return (endpoint ?? answer)(request, connection)
  }
}
