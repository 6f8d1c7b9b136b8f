import { openTypeorm } from "../../../../workshop/src/official/open-typeorm.ts"
import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/typeorm-adapter", {
  ...thirdParty,
  open: openTypeorm,
  shortfalls: shortfalls.typeorm,
})
