import { openOnMysql } from "./open-databases.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(() => openOnMysql("mariadb"))
