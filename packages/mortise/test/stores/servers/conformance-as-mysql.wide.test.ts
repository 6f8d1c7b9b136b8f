import { suiteOptions } from "../../tier.ts"
import { describeConformance } from "./support/conform.ts"
import { mysql2AsMysql } from "./support/engines.ts"

describeConformance(mysql2AsMysql, suiteOptions)
