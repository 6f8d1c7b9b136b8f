import { openDrizzle } from "../../../../workshop/src/official/open-drizzle.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { shortfalls } from "./shortfalls.ts"

// Every case also runs on an adapter of a third party in memory.
describeLifecycle(
  "@auth/drizzle-adapter",
  { ...thirdParty, open: openDrizzle, shortfalls: shortfalls.drizzle },
  isFullRun ? "all" : "store",
)
