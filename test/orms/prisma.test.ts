import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { prismaStores } = await import("./prisma/stores.ts")

for (const store of prismaStores) describeOrm(store)
