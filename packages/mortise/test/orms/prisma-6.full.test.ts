import { installOrms, installOtherMajors } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
await installOtherMajors()
const { otherPrismaStores } = await import("./other-majors/prisma-stores.ts")

for (const store of otherPrismaStores) describeOrm(store)
