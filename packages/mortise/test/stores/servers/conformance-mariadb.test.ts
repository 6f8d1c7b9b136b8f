import { mariadb } from "../../support/engines.ts"
import { suiteOptions } from "../../support/tier.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(mariadb, suiteOptions)
