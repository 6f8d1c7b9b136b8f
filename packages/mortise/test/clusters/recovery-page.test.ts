import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { page, readReports, withTables } from "./recovery-page.ts"

test("docs/guarantees.md shows the figures that were measured", async () => {
  const text = readFileSync(page, "utf8")
  expect(withTables(text, await readReports())).toBe(text)
})

test("where no change may be lost, the measured failovers broke no promise", async () => {
  const { postgres, galera, "postgres-asynchronous": asynchronous } = await readReports()
  for (const report of [postgres, galera]) expect([report?.failovers, report?.findings]).toEqual([20, {}])
  expect(asynchronous?.findings["lost"]).toBeGreaterThan(0)
})
