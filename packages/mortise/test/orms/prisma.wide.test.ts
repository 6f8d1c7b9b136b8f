import { installOrms } from "./install.ts"
import { describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { prismaStores } = await import("./prisma/stores.ts")

describeOtherEngines(prismaStores)

for (const store of prismaStores)
  if (store.databases.engine === "postgres")
    describeRaces(store, new URL("./prisma/stores.ts", import.meta.url))
