import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import { perClient } from "../../../../shared/per-client.ts"
import { isRead } from "../../compile/statement.ts"
import type { Driver, Result, Step } from "../../driver.ts"
import { foreignKeysOffError, isBusy, mostSetupTries } from "../../engines/sqlite/connection.ts"
import { intercept } from "../../transactions/intercept.ts"
import { joinedDriver, type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import { openTurns, type Scope } from "../../transactions/turns.ts"
import { type AsyncClient, queryOf, resultOf } from "./async-client.ts"
import { fileBatches } from "./file-batches.ts"

/**
 * A driver over the asynchronous client of `@libsql/client`: a file, an in-memory database or a server. `scope` is for a
 * transaction nested in one of the client's own.
 */
export function asyncDriver(client: AsyncClient, scope?: Scope): Driver {
  let isReady = false
  let isFile = false
  let tries = 0
  const ready = async (): Promise<void> => {
    if (isReady) return
    if (client.protocol === "file") isFile = await enableWriteAheadLog(client, ++tries)
    if (Number(await ask(client, "PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = true
  }
  if ("commit" in client) return joinTransaction(client, ready, scope ?? transactionTurns(client).at(0))
  const inTurn = limitConcurrency(1)
  const fileBatch = fileBatches(client)
  const batch = (steps: readonly Step[]): Promise<Result[]> =>
    isFile ? inTurn(() => fileBatch(steps)) : sentBatch(client, steps)
  return {
    async run(statement, values) {
      if (!isReady) await ready()
      const step = [statement, values] as const
      if (!isFile || isRead(statement)) return resultOf(step, await client.execute(queryOf(step)))
      return (await batch([step]))[0] as Result
    },
    async batch(steps) {
      if (!isReady) await ready()
      return batch(steps)
    },
  }
}

async function sentBatch(client: AsyncClient, steps: readonly Step[]): Promise<Result[]> {
  const answers = await client.batch(steps.map(queryOf), "write")
  return steps.map((step, nth) => resultOf(step, answers[nth]))
}

/** The turns in one of this client's transactions, until it ends. */
export const transactionTurns = perClient((transaction: object) => {
  const turns = openTurns()
  intercept(transaction, "commit", (_, send) => turns.end(0, false, send))
  for (const method of ["rollback", "close"])
    intercept(transaction, method, (_, send) => turns.end(0, true, send))
  return turns
})

function joinTransaction(client: AsyncClient, ready: () => Promise<void>, scope: Scope): Driver {
  const run: Run = async (...step) => {
    await ready()
    return resultOf(step, await client.execute(queryOf(step)))
  }
  const execute = (sql: string) => ready().then(() => client.execute({ sql, args: [] }))
  return joinedDriver({ run, savepoint: textSavepoint(run, execute), endsOnError: false, scope })
}

/** Turns on write-ahead logging. Returns false for an in-memory database, which has no file. */
async function enableWriteAheadLog(client: AsyncClient, nth: number): Promise<boolean> {
  const mode = await ask(client, "PRAGMA journal_mode")
  if (mode === "wal" || mode === "memory") return mode === "wal"
  try {
    await ask(client, "PRAGMA journal_mode = WAL")
  } catch (error) {
    if (nth < mostSetupTries && isBusy(error)) throw error
  }
  return true
}

const ask = async (client: AsyncClient, sql: string): Promise<unknown> =>
  ((await client.execute({ sql, args: [] })).rows[0] as unknown[] | undefined)?.[0]
