import { clientSuite } from "../../../../workshop/src/tests/tier.ts"
import { postgresJs } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(postgresJs, clientSuite)
