import { openWorkers, type ProcessOptions, type Workers } from "../../engine/processes/open-workers.ts"
import type { Setup } from "./run-options.ts"

/** Opens processes that race on the store of a module. */
export const openProcesses = (options: ProcessOptions): Promise<Workers<Setup>> =>
  // The worker is next to this file, both in the source and in the build.
  openWorkers(options, new URL(import.meta.url.replace(/open-processes(\.\w+)$/, "process-worker$1")))
