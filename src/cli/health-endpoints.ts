import type { HttpResponse } from "../http/server/responses.ts"
import type { Metrics } from "./metrics.ts"
import type { AnswerRequest } from "./node-listener.ts"

export type HealthOptions = { readonly adapter: object; readonly metrics: Metrics; isDraining(): boolean }

// However many requests arrive, the store is called at most once in this time.
const cacheMs = 1000
const timeoutMs = 2000

/**
 * Answers `/health`, `/ready` and `/metrics`, and passes all other requests to the service. These three need no
 * key: they show whether the process runs, whether the store answers, and how many requests there are.
 */
export function withHealthEndpoints(
  answer: AnswerRequest,
  { adapter, metrics, isDraining }: HealthOptions,
): AnswerRequest {
  const isReady = cached(() => storeAnswers(adapter))

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

/** Whether the store answers a lookup before the timeout. */
async function storeAnswers(adapter: object): Promise<boolean> {
  const { getUser } = adapter as { getUser?: (id: string) => unknown }
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const found = Promise.resolve(getUser?.call(adapter, "mortise-ready")).then(
    () => true,
    () => false,
  )
  return Promise.race([found, tooLong]).finally(() => clearTimeout(timer))
}

function cached(ask: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > cacheMs) last = { at: Date.now(), answer: ask() }
    return last.answer
  }
}
