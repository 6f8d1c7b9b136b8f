import { testQuickstart } from "./quickstart-cases.ts"
import { quickstarts } from "./quickstarts.ts"

const others = quickstarts.filter(({ page }) => page !== "express.md")
for (const quickstart of others) testQuickstart(quickstart, "postgres", "node-22")

// The tests run on Node 20, which does not run TypeScript: these frameworks compile it.
for (const quickstart of quickstarts.filter(({ page }) => /nextjs|sveltekit/.test(page)))
  testQuickstart(quickstart, "sqlite", "node")
