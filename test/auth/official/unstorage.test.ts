import { describeLifecycle } from "../lifecycle.ts"
import { foreign } from "../support/backends.ts"
import { openUnstorage } from "./open-unstorage.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/unstorage-adapter", {
  ...foreign,
  open: openUnstorage,
  shortfalls: shortfalls.unstorage,
})
