import { type Factory, runConformance } from "@mortise/conformance"
import { httpAdapter } from "../../../src/http/client.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** The result of the suite in a runtime. */
export type Outcome = {
  /** The user agent of the runtime. */
  readonly runtime: string
  readonly passed: number
  /** Failed and warned cases, with their errors. */
  readonly problems: readonly string[]
  readonly skipped: readonly string[]
}

const warn = (): void => {}

/** The suite at quick effort on the core and the memory adapter. */
export const suiteOnMemory = (): Promise<Outcome> =>
  runSuite(() => ({ adapter: memoryAdapter({ onWarning: warn }) }))

/** The suite, or some of its topics, at quick effort through the client, against servers of the pool at this address. */
export const suiteThroughClient = (keeper: string, only?: readonly string[]): Promise<Outcome> =>
  runSuite(async () => {
    const { url, key } = await (await fetch(`${keeper}/open`, { method: "POST" })).json()
    const close = () => fetch(`${keeper}/close`, { method: "POST", body: url })
    return { adapter: httpAdapter({ url, key, onWarning: warn }), close, outage: close }
  }, only)

async function runSuite(factory: Factory, only?: readonly string[]): Promise<Outcome> {
  const { passed, results } = await runConformance({ factory, seed: 1, onLine: false, ...(only && { only }) })
  const broken = results.filter(({ status }) => status === "failed" || status === "warned")
  return {
    runtime: navigator.userAgent,
    passed,
    problems: broken.map(({ id, error }) => `${id}: ${error?.message}`),
    skipped: results.filter(({ status }) => status === "skipped").map(({ id }) => id),
  }
}
