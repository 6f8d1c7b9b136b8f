import { expect, test } from "vitest"
import { getTransactions } from "../../../src/better-auth/transactions.ts"
import type { Driver, Result, Step } from "../../../src/sql/driver.ts"

const result: Result = { rows: [], count: 0 }
const step: Step = [{ text: "SELECT 1", name: "one", returns: true }, []]

/** A client that records the statements which it runs outside transactions. */
function openClient() {
  const outside: string[] = []
  const inside: Driver = { run: async () => result, batch: async () => [result] }
  const client: Driver = {
    run: async () => {
      outside.push("run")
      return result
    },
    batch: async () => {
      outside.push("batch")
      return [result]
    },
    transaction: async (work) => {
      outside.push("transaction")
      return work(inside)
    },
  }
  return { outside, transactions: getTransactions(client) }
}

const calls: Readonly<Record<string, (driver: Driver) => unknown>> = {
  run: (driver) => driver.run(...step),
  batch: (driver) => driver.batch([step]),
  transaction: (driver) => driver.transaction?.(async (inside) => inside.run(...step)),
}

test.each(Object.entries(calls))(
  "SEC-S4: %s of work that continues after a transaction waits for the commit, and fails after a rollback",
  async (name, call) => {
    for (const isUndone of [false, true]) {
      const { outside, transactions } = openClient()
      let goOn = () => {}
      const isOver = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let later: Promise<unknown> | undefined
      const done = transactions.run(
        async () => {
          later = isOver.then(() => call(transactions.current()))
          later.catch(() => {})
          if (isUndone) throw new Error("rolled back")
        },
        (error) => error as Error,
      )
      await done.catch(() => {})
      goOn()
      if (isUndone) await expect(later).rejects.toMatchObject({ code: "unavailable" })
      else await later
      expect(outside).toEqual(isUndone ? ["transaction"] : ["transaction", name])
    }
  },
)
