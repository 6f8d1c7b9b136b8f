import type { HttpResponse } from "../http/server/responses.ts"
import type { Metrics } from "./metrics.ts"
import type { AnswerRequest } from "./node-listener.ts"

export type HealthOptions = {
  readonly metrics: Metrics
  isReady(): Promise<boolean>
  isDraining(): boolean
}

/**
 * Answers `/health`, `/ready` and `/metrics`, and passes all other requests to the service. These three need no
 * key: they show whether the process runs, whether the store answers, and how many requests there are.
 */
export function withHealthEndpoints(
  answer: AnswerRequest,
  { metrics, isReady, isDraining }: HealthOptions,
): AnswerRequest {
  const endpoints: Readonly<Record<string, () => Promise<HttpResponse>>> = {
    "/health": async () => textResponse(200, "ok\n"),
    "/ready": async () =>
      !isDraining() && (await isReady()) ? textResponse(200, "ready\n") : textResponse(503, "not ready\n"),
    "/metrics": async () => textResponse(200, metrics.print()),
  }
  return (request, connection) => {
    const { pathname } = new URL(request.url)
    const endpoint =
      request.method === "GET" && Object.hasOwn(endpoints, pathname) ? endpoints[pathname] : undefined
    return endpoint ? endpoint() : answer(request, connection)
  }
}

const textResponse = (status: number, body: string): HttpResponse => ({
  status,
  body,
  headers: { "content-type": "text/plain", "cache-control": "no-store" },
})
