import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { prismaStores } = await import("./prisma/stores.ts")

for (const store of prismaStores) describeOrm(store)

for (const store of prismaStores)
  if (store.databases.engine === "postgres")
    describeRaces(store, new URL("./prisma/stores.ts", import.meta.url))
