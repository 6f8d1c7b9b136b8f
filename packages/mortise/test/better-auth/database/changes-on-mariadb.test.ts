import { describe, expect, test } from "vitest"
import { openOnMysql } from "../their-suite/open-databases.ts"
import { testChanges } from "./changes.ts"
import { openTools } from "./tools.ts"

// The texts differ: MariaDB returns what it deletes, and MySQL returns no row of a write.
describe("mysql2 as on MySQL", () => {
  const tools = openTools(() => openOnMysql("mysql2 as on MySQL"))
  testChanges(tools)

  test("a list is compared exactly in a column whose index ignores case", async () => {
    await tools.createUser({ name: "ada", email: "ada@example.com" })
    const findBy = (...value: string[]) => tools.findNames({ field: "email", operator: "in", value })
    expect(await findBy("ADA@example.com", "eve@example.com")).toEqual([])
    expect(await findBy("ada@example.com", "eve@example.com")).toEqual(["ada"])
  })
})
