import { manifest } from "mortise"
import { openSetups, type SetupParts, type Source } from "../../engine/open-setups.ts"
import type { Report } from "../../engine/report/report.ts"
import { type Settled, settle } from "../../engine/run-options.ts"
import { type OpenSuiteRun, runSuite, type Suite } from "../../engine/run-suite.ts"
import type { CaseContext } from "./case.ts"
import { createCaseContext, whySkipped } from "./case-context.ts"
import { cases } from "./cases/index.ts"
import { createData } from "./data.ts"
import type { RunContext } from "./run-context.ts"
import type { RunOptions, Setup } from "./run-options.ts"
import { alwaysChosen, sampledTopics } from "./sampled-topics.ts"

/** The cases about adapters of Auth.js. */
export const adapterSuite: Suite<RunOptions, CaseContext> = {
  cases,
  sampled: sampledTopics,
  always: alwaysChosen,
  open: openRun,
}

/**
 * Runs the cases against an adapter. Prints each failure when it happens, and the counts at the end.
 *
 * @example
 * ```ts
 * import { runConformance } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }) })
 * if (report.failed > 0) throw new Error("the adapter does not conform yet")
 * ```
 */
export const runConformance = (options: RunOptions): Promise<Report> => runSuite(adapterSuite, options)

/** The context of a run whose adapter is open. */
export type OpenRun = RunContext & OpenSuiteRun<CaseContext>

/** `notice` receives a sentence about a call that has not returned for some seconds. */
export async function openRun(options: RunOptions, notice?: (sentence: string) => void): Promise<OpenRun> {
  const settled = settle(options)
  return openSetups(await openSource(options), (parts) => createRunContext(settled, parts), notice)
}

function createRunContext(
  { effort, seed }: Settled<RunOptions>,
  { setup: { adapter }, watch, openBroken, inProcesses }: SetupParts<Setup>,
): RunContext {
  const promises = manifest(adapter)
  return {
    adapter,
    manifest: promises,
    data: createData(promises?.reduced.includes("milliseconds") ? 0 : undefined),
    effort,
    seed,
    openBroken,
    inProcesses,
    watch,
    whySkipped(testCase) {
      return whySkipped(testCase, this)
    },
    createContext(testCase, hooks) {
      return createCaseContext(testCase, this, hooks)
    },
  }
}

async function openSource({ factory, module, ...how }: RunOptions): Promise<Source<Setup>> {
  if (factory) return { factory }
  if (module === undefined)
    throw new TypeError("Give runConformance a factory that makes the adapter, or a module that exports one.")
  const { openProcesses } = await import("./open-processes.ts")
  return openProcesses({ module, ...how })
}
