import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { pgOn18 } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(pgOn18, suiteOptions)
