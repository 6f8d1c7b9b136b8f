import { type BetterAuthCase, listCases } from "../case.ts"
import { storageFlows } from "./flows.ts"
import { storageLifetimes } from "./lifetimes.ts"
import { storageRaces } from "./races.ts"
import { storageValues } from "./values.ts"

/** Cases about secondary storage. */
export const storageCases: readonly BetterAuthCase[] = listCases(
  {},
  [storageValues, storageLifetimes, storageRaces, storageFlows].flat(),
)
