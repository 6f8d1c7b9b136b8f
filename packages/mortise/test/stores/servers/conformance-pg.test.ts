import { suiteOptions } from "../../tier.ts"
import { describeConformance } from "./support/conform.ts"
import { pg } from "./support/engines.ts"

describeConformance(pg, suiteOptions)
