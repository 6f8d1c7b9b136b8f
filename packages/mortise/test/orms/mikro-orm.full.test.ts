import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { stores } = await import("./mikro-orm/stores.ts")

for (const store of stores) describeOrm(store)

const [onPostgres] = stores
if (onPostgres) describeRaces(onPostgres, new URL("./mikro-orm/stores.ts", import.meta.url))
