import { isFullRun, suiteOptions } from "../../support/tier.ts"
import { describeConformance } from "./support/conform.ts"

const { neonEngines, neonHttp } = await import("../../edge/neon/engines.ts")

// The pool over a WebSocket is that of pg.
for (const engine of isFullRun ? neonEngines : [neonHttp]) describeConformance(engine, suiteOptions)
