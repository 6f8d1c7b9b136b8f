import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { drizzleStores } = await import("./drizzle/stores.ts")
const { knexStores } = await import("./knex/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")

for (const store of [...drizzleStores, ...knexStores, ...kyselyStores])
  if (store.databases.engine === "postgres") describeOrm(store)
