import { openOrm } from "./open-orms.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(() => openOrm("Prisma on pg"))
