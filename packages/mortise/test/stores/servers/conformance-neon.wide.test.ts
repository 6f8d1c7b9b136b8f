import { isFullRun, rowCases, suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { describeConformance } from "./support/conform.ts"

const { neonEngines, neonHttp } = await import("../../edge/neon/engines.ts")

// The statements are those of pg, and so is the pool over a WebSocket. A full run has the whole suite.
if (isFullRun) for (const engine of neonEngines) describeConformance(engine, suiteOptions)
else describeConformance(neonHttp, rowCases)
