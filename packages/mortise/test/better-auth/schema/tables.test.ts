import { describe } from "vitest"
import { openForTests } from "../../support/open-for-tests.ts"
import { openSqlite, servePglite } from "./auth-databases.ts"
import { checkTables } from "./check-tables.ts"

describe("on SQLite", () => checkTables(openSqlite))

describe("on PGlite", () => {
  const server = openForTests(servePglite, 60_000)
  checkTables(() => server.database())
})
