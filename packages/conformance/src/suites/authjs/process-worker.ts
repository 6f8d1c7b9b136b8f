import { serveCalls } from "../../engine/processes/serve-calls.ts"
import type { Setup } from "./run-options.ts"

// The program of one process of a race; open-processes.ts starts it.
await serveCalls(({ adapter }: Setup) => adapter)
