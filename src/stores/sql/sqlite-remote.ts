import type { Driver, Result, Statement, Step } from "./driver.ts"
import { isBusy, mostTries, savepoint, withoutForeignKeys } from "./sqlite-connection.ts"

type Answer = { readonly rows: readonly unknown[]; readonly rowsAffected: number }
type Query = { sql: string; args: (string | number | null)[] }

/** The part of a `@libsql/client` client, or of a transaction of one, that is used. */
export type RemoteClient = {
  execute(query: Query): Promise<Answer>
  batch(queries: Query[], mode: "write"): Promise<Answer[]>
  readonly protocol?: string
}

/** A driver over a client whose answers are promises: a file, memory or a server behind it. */
export function remoteDriver(client: RemoteClient): Driver {
  let isReady = false
  let tries = 0
  const ready = async (): Promise<void> => {
    if (isReady) return
    if (client.protocol === "file") await writeAhead(client, ++tries)
    if (Number(await ask(client, "PRAGMA foreign_keys")) !== 1) throw withoutForeignKeys()
    isReady = true
  }
  const run = async ({ text, returns }: Statement, values: Step[1]): Promise<Result> =>
    resultOf(await client.execute({ sql: text, args: values as Query["args"] }), returns)

  if ("commit" in client) return joinedDriver(client, ready, run)
  return {
    async run(statement, values) {
      if (!isReady) await ready()
      return run(statement, values)
    },
    async batch(steps) {
      if (!isReady) await ready()
      const answers = await client.batch(steps.map(queryOf), "write")
      return answers.map((answer, nth) => resultOf(answer, steps[nth]?.[0].returns ?? false))
    },
  }
}

/** One call after the other: a savepoint that is rolled back takes with it whatever came in between. */
function joinedDriver(
  client: RemoteClient,
  ready: () => Promise<void>,
  run: (statement: Statement, values: Step[1]) => Promise<Result>,
): Driver {
  const [begin, commit, rollback] = savepoint
  const exec = (sql: string) => client.execute({ sql, args: [] })
  const all = async (steps: readonly Step[]): Promise<Result[]> => {
    await exec(begin)
    try {
      const results: Result[] = []
      for (const [statement, values] of steps) results.push(await run(statement, values))
      await exec(commit)
      return results
    } catch (error) {
      for (const text of rollback.split("; ")) await exec(text).catch(() => {})
      throw error
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(ready).then(work)
    last = turn.catch(() => {})
    return turn
  }
  return {
    run: (statement, values) => inTurn(() => run(statement, values)),
    batch: (steps) => inTurn(() => all(steps)),
    isJoined: () => true,
  }
}

async function writeAhead(client: RemoteClient, nth: number): Promise<void> {
  if ((await ask(client, "PRAGMA journal_mode")) === "wal") return
  try {
    await ask(client, "PRAGMA journal_mode = WAL")
  } catch (error) {
    if (nth < mostTries && isBusy(error)) throw error
  }
}

const ask = async (client: RemoteClient, sql: string): Promise<unknown> =>
  ((await client.execute({ sql, args: [] })).rows[0] as unknown[] | undefined)?.[0]

const queryOf = ([{ text }, values]: Step): Query => ({ sql: text, args: values as Query["args"] })

// Its rows have positions, but are no arrays.
const resultOf = ({ rows, rowsAffected }: Answer, returns: boolean): Result => ({
  rows: rows.map((row) => Array.from(row as ArrayLike<unknown>)),
  count: returns ? rows.length : rowsAffected,
})
