import { memoryAdapter } from "better-auth/adapters/memory"
import { expect, test } from "vitest"
import { runBetterAuth } from "../../src/better-auth/index.ts"

test("a run needs only a database", async () => {
  const report = await runBetterAuth({ database: memoryAdapter({}), only: ["counts"], onLine: false })
  expect(report).toMatchObject({ failed: 0, skipped: 0 })
  expect(report.passed).toBeGreaterThan(0)
})
