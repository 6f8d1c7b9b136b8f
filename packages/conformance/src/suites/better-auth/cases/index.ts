import { type BetterAuthCase, listCases, type NewCase } from "../case.ts"
import { flows } from "../flows/index.ts"
import { storageCases } from "../storage/index.ts"
import { concurrentTransactions } from "./concurrent-transactions.ts"
import { conditions } from "./conditions.ts"
import { consume, consumeRaces } from "./consume.ts"
import { countRaces, counts } from "./counts.ts"
import { dateCases, timeZones } from "./dates.ts"
import { errors, outages } from "./errors.ts"
import { everyModel } from "./every-model.ts"
import { fresh } from "./fresh.ts"
import { incrementRaces, increments } from "./increments.ts"
import { joins } from "./joins.ts"
import { keys } from "./keys.ts"
import { lists } from "./lists.ts"
import { objects } from "./objects.ts"
import { processRaces } from "./processes.ts"
import { races } from "./races.ts"
import { sameRows } from "./same-rows.ts"
import { textConditions } from "./text-conditions.ts"
import { transactions } from "./transactions.ts"
import { unique, uniqueRaces } from "./unique.ts"
import { values } from "./values.ts"
import { writes } from "./writes.ts"

// A lock of the whole store hides races while the calls of other cases wait for it, and their writes clear a cache.
const runAlone = (list: readonly NewCase[]) => listCases({ alone: true }, list)

/** The cases about databases. */
export const databaseCases: readonly BetterAuthCase[] = listCases(
  {},
  [
    ...[writes, counts, consume, increments, unique, transactions],
    ...[
      dateCases,
      values,
      everyModel,
      keys,
      conditions,
      textConditions,
      sameRows,
      lists,
      joins,
      objects,
      errors,
      outages,
    ],
    ...[
      fresh,
      timeZones,
      consumeRaces,
      incrementRaces,
      countRaces,
      uniqueRaces,
      races,
      concurrentTransactions,
      processRaces,
    ].map(runAlone),
  ].flat(),
)

/**
 * Every case about Better Auth, as data. Reports list the cases in this order.
 *
 * @example
 * ```ts
 * import { betterAuthCases } from "@mortise/conformance/better-auth"
 *
 * for (const { id, level, clause, title } of betterAuthCases) console.log(id, level, clause, title)
 * ```
 */
export const betterAuthCases: readonly BetterAuthCase[] = [databaseCases, flows, storageCases].flat()
