import { describeConformance } from "./support/conform.ts"
import { pg } from "./support/engines.ts"

describeConformance(pg, "full")
