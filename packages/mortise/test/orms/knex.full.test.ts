import { installOrms } from "./install.ts"
import { describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { knexStores } = await import("./knex/stores.ts")

describeOtherEngines(knexStores)

for (const store of knexStores)
  if (store.databases.engine === "postgres")
    describeRaces(store, new URL("./knex/stores.ts", import.meta.url))
