import { partsOfOldest } from "../their-suite/declare-their-suite.ts"
import { openLibsql } from "../their-suite/open-databases.ts"
import { runTheirSuite } from "../their-suite/run-their-suite.ts"

await runTheirSuite(openLibsql, partsOfOldest)
