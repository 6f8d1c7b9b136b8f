import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { installOrms, installOtherMajors } from "./install.ts"
import { describeOrm, describeOtherEngines } from "./support/describe-orm.ts"
import { describeRaces } from "./support/describe-races.ts"

await installOrms()
const { drizzleStores } = await import("./drizzle/stores.ts")

describeOtherEngines(drizzleStores)

if (isFullRun) {
  await installOtherMajors()
  const { newDrizzleStores } = await import("./other-majors/drizzle-stores.ts")
  for (const store of newDrizzleStores) describeOrm(store)
}

// The server decides a race: a full run repeats it through postgres.js.
const onPostgres = drizzleStores.filter(({ databases }) => databases.engine === "postgres")
for (const store of isFullRun ? onPostgres : onPostgres.slice(0, 1))
  describeRaces(store, new URL("./drizzle/stores.ts", import.meta.url))
