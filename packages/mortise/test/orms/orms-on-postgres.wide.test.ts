import { inFullRun } from "../../../workshop/src/tests/tier.ts"
import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { knexStores } = await import("./knex/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")
const { prismaOnPool, prismaOnPostgres } = await import("./prisma/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")

// All of them send the same statements: two show it here, and a full run tests the others.
const others = inFullRun([prismaOnPool, ...knexStores, ...typeormStores03])
for (const store of [...kyselyStores, prismaOnPostgres, ...others])
  if (store.databases.engine === "postgres") describeOrm(store)
