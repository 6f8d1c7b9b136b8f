import { suiteOptions } from "../../tier.ts"
import { describeConformance } from "./support/conform.ts"
import { mariadb, postgresJs } from "./support/engines.ts"

describeConformance(postgresJs, suiteOptions)
describeConformance(mariadb, suiteOptions)
