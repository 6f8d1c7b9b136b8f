import { describeLifecycle } from "../lifecycle.ts"
import { foreign } from "../support/backends.ts"
import { openTypeorm } from "./open-typeorm.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/typeorm-adapter", { ...foreign, open: openTypeorm, shortfalls: shortfalls.typeorm })
