import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { sequelizeStores } = await import("./sequelize/stores.ts")

for (const store of sequelizeStores) {
  describeOrm(store)
  if (store.databases.engine === "postgres")
    describeRaces(store, new URL("./sequelize/stores.ts", import.meta.url))
}
