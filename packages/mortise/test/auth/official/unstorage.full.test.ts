import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { openUnstorage } from "./open-unstorage.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/unstorage-adapter", {
  ...thirdParty,
  open: openUnstorage,
  shortfalls: shortfalls.unstorage,
})
