import { describe } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { openMysql, openPg, servePglite } from "./auth-databases.ts"
import { checkContract } from "./check-contract.ts"
import { checkTables } from "./check-tables.ts"

describe("on PostgreSQL", () => {
  const server = openForTests(openPostgres)
  const open = async () => openPg(await server.database())
  checkTables(open)
  checkContract(open)
})

describe("on MariaDB", () => {
  const server = openForTests(() => openMariadb())
  const open = async () => openMysql(await server.database())
  checkTables(open)
  checkContract(open)
})

describe("on PGlite", () => {
  const server = openForTests(servePglite)
  checkTables(() => server.database())
})
