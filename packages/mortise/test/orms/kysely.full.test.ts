import { installOrms } from "./install.ts"
import { describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { stores } = await import("./kysely/stores.ts")

describeOtherEngines(stores)

const [onPostgres] = stores
if (onPostgres) describeRaces(onPostgres, new URL("./kysely/stores.ts", import.meta.url))
