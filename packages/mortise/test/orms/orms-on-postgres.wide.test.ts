import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { knexStores } = await import("./knex/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")
const { prismaStores } = await import("./prisma/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")

for (const store of [...knexStores, ...kyselyStores, ...prismaStores, ...typeormStores03])
  if (store.databases.engine === "postgres") describeOrm(store)
