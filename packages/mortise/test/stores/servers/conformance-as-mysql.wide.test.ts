import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { mysql2AsMysql } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(mysql2AsMysql, suiteOptions)
