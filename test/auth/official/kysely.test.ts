import { describeLifecycle } from "../lifecycle.ts"
import { foreign } from "../support/backends.ts"
import { openKysely } from "./open-kysely.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/kysely-adapter", { ...foreign, open: openKysely, shortfalls: shortfalls.kysely })
