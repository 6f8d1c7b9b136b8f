import type { Report } from "../../engine/report/report.ts"
import { runSuite } from "../../engine/run-suite.ts"
import type { Source, Suite } from "../../engine/suite.ts"
import type { CaseTools } from "./case.ts"
import { cases } from "./cases/index.ts"
import { openAdapter } from "./open-adapter.ts"
import type { RunOptions, Setup } from "./run-options.ts"
import { alwaysChosen, sampledTopics } from "./sampled-topics.ts"

/** The cases about adapters of Auth.js. */
export const adapterSuite: Suite<RunOptions, Setup, CaseTools> = {
  cases,
  sampled: sampledTopics,
  always: alwaysChosen,
  runner: "runConformance",
  openSource,
  openSetup: ({ adapter }) => openAdapter(adapter),
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

async function openSource({ factory, module, ...how }: RunOptions): Promise<Source<Setup>> {
  if (factory) return { factory }
  if (module === undefined)
    throw new TypeError("Give runConformance a factory that makes the adapter, or a module that exports one.")
  const { openProcesses } = await import("./open-processes.ts")
  return openProcesses({ module, ...how })
}
