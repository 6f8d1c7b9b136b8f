import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { installOrms, installOtherMajors } from "./install.ts"
import { describeOrm, describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { typeormStores03 } = await import("./typeorm/stores.ts")

describeOtherEngines(typeormStores03)

if (isFullRun) {
  await installOtherMajors()
  const { typeormStores1 } = await import("./typeorm/stores-other-major.ts")
  for (const store of typeormStores1) describeOrm(store)
}

for (const store of typeormStores03)
  if (store.databases.engine === "postgres")
    describeRaces(store, new URL("./typeorm/stores.ts", import.meta.url))
