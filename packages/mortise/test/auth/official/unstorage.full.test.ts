import { openUnstorage } from "../../../../workshop/src/official/open-unstorage.ts"
import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/unstorage-adapter", {
  ...thirdParty,
  open: openUnstorage,
  shortfalls: shortfalls.unstorage,
})
