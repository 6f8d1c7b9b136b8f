import { suiteOptions } from "../../tier.ts"
import { describeConformance } from "./support/conform.ts"
import { pgOn18 } from "./support/engines.ts"

describeConformance(pgOn18, suiteOptions)
