import { installOrms, installOtherMajors } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
await installOtherMajors()
const { stores } = await import("./kysely/stores.ts")
const { stores: newerStores } = await import("./other-majors/kysely-stores.ts")

for (const store of [...stores, ...newerStores]) describeOrm(store)

const [onPostgres] = stores
if (onPostgres) describeRaces(onPostgres, new URL("./kysely/stores.ts", import.meta.url))
