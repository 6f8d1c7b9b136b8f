import type { Reply } from "../http/server/respond.ts"
import type { Metrics } from "./metrics.ts"
import type { Answering } from "./node-listener.ts"

export type Probes = { readonly adapter: object; readonly metrics: Metrics; isDraining(): boolean }

// However often they are asked, the store is bothered this seldom.
const freshFor = 1000
const patience = 2000

/**
 * Answers health, readiness and metrics, and leaves the rest to the service. None of them needs a key: they
 * say whether the process lives, whether the store answers, and how much there is to do.
 */
export function withProbes(answer: Answering, { adapter, metrics, isDraining }: Probes): Answering {
  const isReady = cached(() => answers(adapter))

  const probes: Readonly<Record<string, () => Promise<Reply>>> = {
    "/health": async () => plain(200, "ok\n"),
    "/ready": async () =>
      !isDraining() && (await isReady()) ? plain(200, "ready\n") : plain(503, "not ready\n"),
    "/metrics": async () => plain(200, metrics.print()),
  }
  return (request, connection) => {
    const { pathname } = new URL(request.url)
    const probe = request.method === "GET" && Object.hasOwn(probes, pathname) ? probes[pathname] : undefined
    return probe ? probe() : answer(request, connection)
  }
}

const plain = (status: number, body: string): Reply => ({
  status,
  body,
  headers: { "content-type": "text/plain", "cache-control": "no-store" },
})

/** Whether the store answers a lookup in time. */
async function answers(adapter: object): Promise<boolean> {
  const { getUser } = adapter as { getUser?: (id: string) => unknown }
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience)
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
    if (!last || Date.now() - last.at > freshFor) last = { at: Date.now(), answer: ask() }
    return last.answer
  }
}
