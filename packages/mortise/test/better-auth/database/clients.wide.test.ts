import { openLibsqlClient, openOnMysql, openOnPostgres, openPglite } from "../their-suite/open-databases.ts"
import { describeDatabase } from "./describe-database.ts"

for (const client of ["pg", "postgres"] as const) describeDatabase(client, () => openOnPostgres(client))
for (const client of ["mysql2", "mariadb", "mysql2 as on MySQL"] as const)
  describeDatabase(client, () => openOnMysql(client))
describeDatabase("@electric-sql/pglite", openPglite)
describeDatabase("@libsql/client", openLibsqlClient)
