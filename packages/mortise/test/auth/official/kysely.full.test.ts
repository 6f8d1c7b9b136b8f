import { openKysely } from "../../../../workshop/src/official/open-kysely.ts"
import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { shortfalls } from "./shortfalls.ts"

describeLifecycle("@auth/kysely-adapter", { ...thirdParty, open: openKysely, shortfalls: shortfalls.kysely })
