import { pg } from "../../support/engines.ts"
import { fullSuite } from "../../support/tier.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(pg, fullSuite)
