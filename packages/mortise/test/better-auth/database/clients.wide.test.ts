import { openLibsqlClient, openOnMysql, openOnPostgres, openPglite } from "../their-suite/open-databases.ts"
import { describeDatabase } from "./describe-database.ts"

// Without a server, and with pg and mysql2, these tests run in `npm test`.
describeDatabase("postgres", () => openOnPostgres("postgres"))
for (const client of ["mariadb", "mysql2 as on MySQL"] as const)
  describeDatabase(client, () => openOnMysql(client))
describeDatabase("@electric-sql/pglite", openPglite)
describeDatabase("@libsql/client", openLibsqlClient)
