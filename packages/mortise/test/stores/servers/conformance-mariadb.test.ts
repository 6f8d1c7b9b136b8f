import { clientSuite } from "../../../../workshop/src/tests/tier.ts"
import { mariadb } from "../../support/engines.ts"
import { describeConformance } from "./support/conform.ts"

describeConformance(mariadb, clientSuite)
