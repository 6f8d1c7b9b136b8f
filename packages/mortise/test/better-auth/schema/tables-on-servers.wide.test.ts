import { describe } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { openMysql, openPg, servePglite } from "./auth-databases.ts"
import { checkTables } from "./check-tables.ts"

describe("on PostgreSQL", () => {
  const server = openForTests(openPostgres)
  checkTables(async () => openPg(await server.database()))
})

describe("on MariaDB", () => {
  const server = openForTests(() => openMariadb())
  checkTables(async () => openMysql(await server.database()))
})

describe("on PGlite", () => {
  const server = openForTests(servePglite)
  checkTables(() => server.database())
})
