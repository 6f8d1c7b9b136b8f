import { internals } from "../../../../src/contract/internals.ts"
import type { Driver } from "../../../../src/sql/driver.ts"
import { statement } from "../../../../src/sql/statement.ts"
import { createThings, transactionCases } from "../../../better-auth/transactions/cases.ts"
import { type Checks, everywhere } from "./check.ts"

/** Transactions that the driver opens. */
export const interactiveChecks: Checks = Object.fromEntries(
  Object.entries(transactionCases).map(([name, run]) => [
    name,
    {
      on: everywhere,
      async run({ client, file }) {
        const { adapter, close } = await client.open(file())
        const { driver } = Object(internals(adapter())?.migration) as { driver: Driver }
        await driver.run(statement(createThings), [])
        await run({ driver, parameter: "?" })
        await close()
      },
    },
  ]),
)
