import { openLibsqlClient } from "./open-databases.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(openLibsqlClient)
