import { describeLifecycle } from "../lifecycle.ts"
import { foreign } from "../support/backends.ts"
import { openDrizzle } from "./open-drizzle.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/drizzle-adapter", { ...foreign, open: openDrizzle, shortfalls: shortfalls.drizzle })
