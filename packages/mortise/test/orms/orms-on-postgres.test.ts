import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"

await installOrms()
const { prismaStores } = await import("./prisma/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")

for (const store of [...prismaStores, ...typeormStores03])
  if (store.databases.engine === "postgres") describeOrm(store)
