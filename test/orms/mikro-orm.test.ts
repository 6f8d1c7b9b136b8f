import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { stores } = await import("./mikro-orm/stores.ts")

for (const store of stores) describeOrm(store)
