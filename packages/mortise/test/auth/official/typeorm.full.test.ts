import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { openTypeorm } from "./open-typeorm.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/typeorm-adapter", {
  ...thirdParty,
  open: openTypeorm,
  shortfalls: shortfalls.typeorm,
})
