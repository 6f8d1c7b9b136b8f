import { describe } from "vitest"
import type { SuiteDatabase } from "../their-suite/run-their-suite.ts"
import { testChanges } from "./changes.ts"
import { testConditions } from "./conditions.ts"
import { testLookups } from "./lookups.ts"
import { testTheirRows } from "./their-rows.ts"
import { openTools } from "./tools.ts"
import { testValues } from "./values.ts"

/** Tests the database of Better Auth on tables of its own migrations. */
export function describeDatabase(name: string, open: () => Promise<SuiteDatabase>): void {
  describe(name, () => {
    const tools = openTools(open)
    testValues(tools)
    testConditions(tools)
    testChanges(tools)
    testLookups(tools)
    testTheirRows(tools)
  })
}
