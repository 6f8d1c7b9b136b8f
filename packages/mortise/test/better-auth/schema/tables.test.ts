import { describe } from "vitest"
import { openSqlite } from "./auth-databases.ts"
import { checkContract } from "./check-contract.ts"
import { checkTables } from "./check-tables.ts"

describe("on SQLite", () => {
  checkTables(openSqlite)
  checkContract(openSqlite)
})
