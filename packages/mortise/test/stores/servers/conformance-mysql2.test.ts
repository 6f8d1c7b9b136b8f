import { suiteOptions } from "../../tier.ts"
import { describeConformance } from "./support/conform.ts"
import { mysql2 } from "./support/engines.ts"

describeConformance(mysql2, suiteOptions)
