import { conditionMutants } from "./conditions.ts"
import { errorMutants } from "./errors.ts"
import { joinMutants } from "./joins.ts"
import type { Mutant } from "./mutant.ts"
import { raceMutants } from "./races.ts"
import { transactionMutants } from "./transactions.ts"
import { uniqueMutants } from "./unique.ts"
import { valueMutants } from "./values.ts"
import { writeMutants } from "./writes.ts"

/** Databases with one defect each, by the case that finds it. */
export const databaseMutants: readonly Mutant[] = [
  writeMutants,
  joinMutants,
  raceMutants,
  uniqueMutants,
  transactionMutants,
  valueMutants,
  conditionMutants,
  errorMutants,
].flat()
