import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Driver, Result, Step } from "../../driver.ts"
import { enableWriteAheadLogAsync, foreignKeysOffError } from "../../engines/sqlite/connection.ts"
import { isBusy } from "../../engines/sqlite/violation.ts"
import { isRead } from "../../statement.ts"
import { interactive, type Opened } from "../../transactions/interactive.ts"
import { intercept } from "../../transactions/intercept.ts"
import { joinedDriver, type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { answerLater, openTurns, type Scope } from "../../transactions/turns.ts"
import { type AsyncClient, type AsyncTransaction, toQuery, toResult } from "./async-client.ts"
import { fileTransactions, type InFile } from "./file-transactions.ts"

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
    if (client.protocol === "file") {
      const mode = await enableWriteAheadLogAsync((sql) => ask(client, sql), ++tries)
      // An in-memory database has no file.
      isFile = mode !== "memory"
    }
    if (Number(await ask(client, "PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = true
  }
  if ("commit" in client) return joinTransaction(client, ready, scope ?? transactionTurns(client).at(0))
  const inTurn = limitConcurrency(1)
  const inFile = fileTransactions(client)
  const batch = (steps: readonly Step[]): Promise<Result[]> =>
    isFile
      ? inTurn(() => inFile((transaction) => runSteps(steps, runOn(transaction))))
      : sendWhenFree(() => sentBatch(client, steps))
  // An in-memory database and a replica have a single connection, which a transaction holds.
  let isTaken = false
  const sendWhenFree = <T>(send: () => Promise<T>): Promise<T> =>
    send().catch((error: { code?: string }) => {
      if (isTaken && error.code === "TRANSACTION_ACTIVE") return inTurn(send)
      throw error
    })
  const takeConnection: InFile = (work) =>
    inTurn(async () => {
      isTaken = true
      try {
        return await (isFile ? inFile(work) : inOwnTransaction(client, work))
      } finally {
        isTaken = false
      }
    })
  let openTransactions = 0
  const current = (): Driver | undefined => (openTransactions > 0 ? driver.currentTransaction?.() : undefined)
  const driver: Driver = {
    async run(statement, values) {
      const inside = current()
      if (inside) return inside.run(statement, values)
      if (!isReady) await ready()
      const step = [statement, values] as const
      if (!isFile || isRead(statement))
        return toResult(step, await sendWhenFree(() => client.execute(toQuery(step))))
      return (await batch([step]))[0] as Result
    },
    async batch(steps) {
      const inside = current()
      if (inside) return inside.batch(steps)
      if (!isReady) await ready()
      return batch(steps)
    },
    transaction: interactive(
      async (work) => {
        await ready()
        const runTransaction = async (transaction: AsyncTransaction) => {
          openTransactions++
          try {
            return await work(openedOn(transaction))
          } finally {
            openTransactions--
          }
        }
        return client.protocol === "file"
          ? takeConnection(runTransaction)
          : inOwnTransaction(client, runTransaction)
      },
      { endsOnError: false, endsTransaction: () => false, isRetried: isBusy },
    ),
    isJoined: () => current() !== undefined,
  }
  return driver
}

const runOn =
  (transaction: Pick<AsyncClient, "execute">): Run =>
  async (...step) =>
    toResult(step, await transaction.execute(toQuery(step)))

const openedOn = (transaction: AsyncTransaction): Opened => ({
  run: runOn(transaction),
  command: (sql) => transaction.execute({ sql, args: [] }),
  isOver: () => transaction.closed,
})

/** On a server, the client gives each transaction a connection of its own. */
async function inOwnTransaction<T>(
  client: AsyncClient,
  work: (transaction: AsyncTransaction) => Promise<T>,
): Promise<T> {
  const transaction = await (client as Required<AsyncClient>).transaction("write")
  try {
    const result = await work(transaction)
    await transaction.commit()
    return result
  } finally {
    // Rolls back what was not committed.
    transaction.close()
  }
}

async function sentBatch(client: AsyncClient, steps: readonly Step[]): Promise<Result[]> {
  const answers = await client.batch(steps.map(toQuery), "write")
  return steps.map((step, index) => toResult(step, answers[index]))
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
    return toResult(step, await client.execute(toQuery(step)))
  }
  const execute = (sql: string) => ready().then(() => client.execute({ sql, args: [] }))
  return joinedDriver({
    run,
    savepoint: textSavepoint(run, execute),
    endsOnError: false,
    scope: answerLater(scope),
  })
}

const ask = async (client: AsyncClient, sql: string): Promise<unknown> =>
  ((await client.execute({ sql, args: [] })).rows[0] as unknown[] | undefined)?.[0]
