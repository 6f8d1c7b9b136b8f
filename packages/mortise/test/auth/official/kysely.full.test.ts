import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { openKysely } from "./open-kysely.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/kysely-adapter", { ...thirdParty, open: openKysely, shortfalls: shortfalls.kysely })
