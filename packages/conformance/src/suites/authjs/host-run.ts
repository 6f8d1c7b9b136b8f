import { type HostedSuite, type HostRun, hostSuite, type InRunner } from "../../engine/host-suite.ts"
import { adapterSuite } from "./run.ts"
import type { RunOptions } from "./run-options.ts"

/** The options of a run inside a test runner. */
export type HostOptions = InRunner<RunOptions>

/** The run of the options: of adapters, unless they are another suite. */
export const hostRun = (options: HostOptions | HostedSuite): HostRun =>
  "host" in options ? options.host() : hostSuite(adapterSuite, options)
