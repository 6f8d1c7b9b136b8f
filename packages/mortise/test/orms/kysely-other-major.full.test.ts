import { installOrms, installOtherMajors } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
await installOtherMajors()
const { stores } = await import("./other-majors/kysely-stores.ts")

for (const store of stores) describeOrm(store)
