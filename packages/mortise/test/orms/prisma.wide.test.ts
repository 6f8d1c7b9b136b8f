import { inFullRun } from "../../../workshop/src/tests/tier.ts"
import { installOrms } from "./install.ts"
import { describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { prismaOnPool, prismaOnPostgres, prismaStores } = await import("./prisma/stores.ts")

describeOtherEngines(prismaStores)

for (const store of [prismaOnPostgres, ...inFullRun([prismaOnPool])])
  describeRaces(store, new URL("./prisma/stores.ts", import.meta.url))
