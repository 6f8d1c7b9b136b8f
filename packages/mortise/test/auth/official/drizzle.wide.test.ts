import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { openDrizzle } from "./open-drizzle.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/drizzle-adapter", {
  ...thirdParty,
  open: openDrizzle,
  shortfalls: shortfalls.drizzle,
})
