import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import { isRead } from "../../compile/statement.ts"
import type { Driver, Result, Step } from "../../driver.ts"
import { joinedDriver, type Run, textSavepoint } from "../../joined-driver.ts"
import { runSteps } from "../../run-steps.ts"
import { foreignKeysOffError, isBusy, mostSetupTries } from "./connection.ts"

type Answer = { readonly rows: readonly unknown[]; readonly rowsAffected: number }
type Query = { sql: string; args: (string | number | null)[] }

/** The part of a `@libsql/client` client or transaction that Mortise uses. */
export type RemoteClient = {
  execute(query: Query): Promise<Answer>
  batch(queries: Query[], mode: "write"): Promise<Answer[]>
  transaction?(mode: "deferred"): Promise<RemoteTransaction>
  readonly protocol?: string
}

type RemoteTransaction = {
  execute(query: Query): Promise<Answer>
  executeMultiple(texts: string): Promise<void>
  commit(): Promise<void>
  close(): void
}

/** A driver over an asynchronous client of a file, an in-memory database or a server. */
export function remoteDriver(client: RemoteClient): Driver {
  let isReady = false
  let isFile = false
  let tries = 0
  const ready = async (): Promise<void> => {
    if (isReady) return
    if (client.protocol === "file") isFile = await enableWriteAheadLog(client, ++tries)
    if (Number(await ask(client, "PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = true
  }
  if ("commit" in client) return joinTransaction(client, ready)
  const inTurn = limitConcurrency(1)
  const batch = (steps: readonly Step[]): Promise<Result[]> =>
    isFile ? inTurn(() => lockedBatch(client, steps)) : sentBatch(client, steps)
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

async function sentBatch(client: RemoteClient, steps: readonly Step[]): Promise<Result[]> {
  const answers = await client.batch(steps.map(queryOf), "write")
  return steps.map((step, nth) => resultOf(step, answers[nth]))
}

/**
 * In this client, a write that finds the file locked stays open, and its connection then acknowledges writes that it
 * never commits (tursodatabase/libsql-client-ts#352). Only `executeMultiple` ends cleanly when the file is locked, so
 * the lock is taken by it.
 */
async function lockedBatch(client: RemoteClient, steps: readonly Step[]): Promise<Result[]> {
  const transaction = await (client as Required<RemoteClient>).transaction("deferred")
  try {
    await transaction.executeMultiple("ROLLBACK; BEGIN IMMEDIATE")
    const results = await runSteps(steps, async (...step) =>
      resultOf(step, await transaction.execute(queryOf(step))),
    )
    await transaction.commit()
    return results
  } finally {
    transaction.close()
  }
}

function joinTransaction(client: RemoteClient, ready: () => Promise<void>): Driver {
  const run: Run = async (...step) => {
    await ready()
    return resultOf(step, await client.execute(queryOf(step)))
  }
  const execute = (sql: string) => ready().then(() => client.execute({ sql, args: [] }))
  return joinedDriver({ run, savepoint: textSavepoint(run, execute), endsOnError: false })
}

/** Turns on write-ahead logging. Returns false for an in-memory database, which has no file. */
async function enableWriteAheadLog(client: RemoteClient, nth: number): Promise<boolean> {
  const mode = await ask(client, "PRAGMA journal_mode")
  if (mode === "wal" || mode === "memory") return mode === "wal"
  try {
    await ask(client, "PRAGMA journal_mode = WAL")
  } catch (error) {
    if (nth < mostSetupTries && isBusy(error)) throw error
  }
  return true
}

const ask = async (client: RemoteClient, sql: string): Promise<unknown> =>
  ((await client.execute({ sql, args: [] })).rows[0] as unknown[] | undefined)?.[0]

const queryOf = ([{ text }, values]: Step): Query => ({ sql: text, args: values as Query["args"] })

// Rows of this client have positions but are not arrays.
function resultOf([{ returns }]: Step, answer: Answer | undefined): Result {
  const rows = (answer?.rows ?? []).map((row) => Array.from(row as ArrayLike<unknown>))
  return { rows, count: returns ? rows.length : (answer?.rowsAffected ?? 0) }
}
