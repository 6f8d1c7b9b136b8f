import { openLibsql } from "../their-suite/open-databases.ts"
import { describeDatabase } from "./describe-database.ts"

describeDatabase("libsql", openLibsql)
