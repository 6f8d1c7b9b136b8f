import { openOnMysql, openOnPostgres } from "../their-suite/open-databases.ts"
import { describeDatabase } from "./describe-database.ts"

// Each engine compares, orders and folds in its own way. The wide tests have the other clients.
describeDatabase("pg", () => openOnPostgres("pg"))
describeDatabase("mysql2", () => openOnMysql("mysql2"))
