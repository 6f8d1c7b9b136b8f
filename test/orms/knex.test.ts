import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { knexStores } = await import("./knex/stores.ts")

for (const store of knexStores) describeOrm(store)
