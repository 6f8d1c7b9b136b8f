import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { page, readReports, withTables } from "./recovery-page.ts"

test("docs/guarantees.md shows the figures that were measured", async () => {
  const text = readFileSync(page, "utf8")
  expect(withTables(text, await readReports())).toBe(text)
})
