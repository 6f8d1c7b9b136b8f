import { openOnPostgres } from "./open-databases.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(() => openOnPostgres("postgres"))
