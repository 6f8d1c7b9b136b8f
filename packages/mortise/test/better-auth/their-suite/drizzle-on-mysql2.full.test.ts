import { openOrm } from "./open-orms.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(() => openOrm("Drizzle on mysql2"))
