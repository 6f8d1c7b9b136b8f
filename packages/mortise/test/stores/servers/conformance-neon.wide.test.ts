import { suiteOptions } from "../../support/tier.ts"
import { describeConformance } from "./support/conform.ts"

const { neonEngines } = await import("../../edge/neon/engines.ts")

for (const engine of neonEngines) describeConformance(engine, suiteOptions)
