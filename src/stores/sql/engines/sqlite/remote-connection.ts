import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import { isRead } from "../../compile/statement.ts"
import type { Driver, Result, Step } from "../../driver.ts"
import { foreignKeysOffError, isBusy, mostSetupTries, savepoint } from "./connection.ts"

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
  if ("commit" in client) return joinedDriver(client, ready)
  const inTurn = limitConcurrency(1)
  const batch = (steps: readonly Step[]) =>
    isFile ? inTurn(() => lockedBatch(client, steps)) : client.batch(steps.map(queryOf), "write")
  return {
    async run(statement, values) {
      if (!isReady) await ready()
      const step = [statement, values] as const
      const answer =
        isFile && !isRead(statement) ? (await batch([step]))[0] : await client.execute(queryOf(step))
      return resultOf(step, answer)
    },
    async batch(steps) {
      if (!isReady) await ready()
      const answers = await batch(steps)
      return steps.map((step, nth) => resultOf(step, answers[nth]))
    },
  }
}

/**
 * In this client, a write that finds the file locked stays open, and its connection then acknowledges writes that it
 * never commits (tursodatabase/libsql-client-ts#352). Only `executeMultiple` ends cleanly when the file is locked, so
 * the lock is taken by it.
 */
async function lockedBatch(client: RemoteClient, steps: readonly Step[]): Promise<Answer[]> {
  const transaction = await (client as Required<RemoteClient>).transaction("deferred")
  try {
    await transaction.executeMultiple("ROLLBACK; BEGIN IMMEDIATE")
    const answers: Answer[] = []
    for (const step of steps) answers.push(await transaction.execute(queryOf(step)))
    await transaction.commit()
    return answers
  } finally {
    transaction.close()
  }
}

/** Calls run one after the other: rolling back a savepoint would also undo what another call did after it. */
function joinedDriver(client: RemoteClient, ready: () => Promise<void>): Driver {
  const [begin, commit, rollback] = savepoint
  const inTurn = limitConcurrency(1)
  const exec = (sql: string) => client.execute({ sql, args: [] })
  const run = async (step: Step): Promise<Result> => resultOf(step, await client.execute(queryOf(step)))
  const all = async (steps: readonly Step[]): Promise<Result[]> => {
    await exec(begin)
    try {
      const results: Result[] = []
      for (const step of steps) results.push(await run(step))
      await exec(commit)
      return results
    } catch (error) {
      for (const text of rollback.split("; ")) await exec(text).catch(() => {})
      throw error
    }
  }
  return {
    run: (statement, values) => inTurn(() => ready().then(() => run([statement, values]))),
    batch: (steps) => inTurn(() => ready().then(() => all(steps))),
    isJoined: () => true,
  }
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
