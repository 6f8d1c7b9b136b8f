import { testQuickstart } from "./quickstart-cases.ts"
import { quickstarts } from "./quickstarts.ts"

for (const quickstart of quickstarts) testQuickstart(quickstart, "sqlite", "node-24")

// The adapter for PostgreSQL is the same on each page. This application takes the least time to build.
for (const quickstart of quickstarts.filter(({ page }) => page === "express.md"))
  testQuickstart(quickstart, "postgres", "node-22")
