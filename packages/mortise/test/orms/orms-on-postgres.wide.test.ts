import { clientSuite, inFullRun } from "../../../workshop/src/tests/tier.ts"
import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { knexStores } = await import("./knex/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")
const { prismaOnPool, prismaOnPostgres } = await import("./prisma/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")

// All of them send the same statements: Prisma, with its own engine, shows it here, and a full run tests the others.
const others = inFullRun([prismaOnPool, ...kyselyStores, ...knexStores, ...typeormStores03])
for (const store of [prismaOnPostgres, ...others])
  if (store.databases.engine === "postgres") describeOrm(store, clientSuite)
