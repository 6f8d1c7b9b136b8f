import { describeError } from "../terminal/describe-error.ts"
import type { Reporter } from "../terminal/output.ts"
import { type AnswerRequest, textResponse } from "./node-listener.ts"

export type HealthOptions = {
  /** Answers `/metrics`; if absent, this port has no such path. */
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

// The store is called at most once in this time, however many requests arrive.
const cacheMs = 1000
const timeoutMs = 2000

/** Checks whether the store answers a lookup. A failure is printed when it starts, not at each request. */
export function createReadiness(adapter: object, reporter: Reporter): () => Promise<boolean> {
  let printed: string | undefined
  const check = async (): Promise<boolean> => {
    const problem = await findProblem(adapter)
    if (problem !== undefined && problem !== printed)
      reporter.printError("not_ready", `The store is not ready: ${problem}.`)
    if (problem === undefined && printed !== undefined) reporter.print("ready", "The store is ready again.")
    printed = problem
    return problem === undefined
  }
  return cacheResult(check)
}

/** Why a lookup fails; `undefined` when the store answers. */
async function findProblem(adapter: object): Promise<string | undefined> {
  const { getUser } = adapter as { getUser?: (id: string) => unknown }
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it did not answer within ${timeoutMs} ms`), timeoutMs)
  })
  const lookup = async (): Promise<string | undefined> => {
    try {
      await getUser?.call(adapter, "mortise-ready")
      return undefined
    } catch (error) {
      return describeError(error)
    }
  }
  return Promise.race([lookup(), tooLong]).finally(() => clearTimeout(timer))
}

function cacheResult(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > cacheMs) last = { at: Date.now(), result: check() }
    return last.result
  }
}
