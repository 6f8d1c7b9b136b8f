import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { mysql2 } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(mysql2, suiteOptions)
