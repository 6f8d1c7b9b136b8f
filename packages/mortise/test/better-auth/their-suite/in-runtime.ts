import { openInRuntime } from "./open-in-runtime.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(openInRuntime)
