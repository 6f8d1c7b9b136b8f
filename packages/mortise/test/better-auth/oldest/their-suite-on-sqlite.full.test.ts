import { openLibsql } from "../their-suite/open-databases.ts"
import { partsOfOldest, runTheirSuite } from "../their-suite/run-their-suite.ts"

await runTheirSuite(openLibsql, partsOfOldest)
