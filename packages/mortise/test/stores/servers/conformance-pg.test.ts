import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { pg } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(pg, suiteOptions)
