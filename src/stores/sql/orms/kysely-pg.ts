/**
 * Runs statements on pg through Kysely, whose driver passes `sql` to `client.query` unchanged and awaits what that
 * returns. pg takes a query there that sends its own messages, and returns it. So the query below is awaited like a
 * promise, is prepared by name and receives rows as arrays. Clients of other packages refuse it or send its text.
 */
import { statement } from "../compile/statement.ts"
import type { Bound, Result, Statement } from "../driver.ts"
import { isWire, type SubmittedQuery, submittedQuery } from "../engines/postgres/query.ts"
import { execute, type KyselyClient, type KyselyDialect } from "./kysely-client.ts"
import { listenToClient } from "./listen-to-client.ts"

const probe = statement("SELECT 1")
const answers = new WeakMap<KyselyDialect, boolean>()

/** Whether pg is the client of Kysely. Asked by a harmless query, once per instance of Kysely. */
export async function usesPg(db: KyselyClient): Promise<boolean> {
  const { adapter } = db.getExecutor()
  const known = answers.get(adapter)
  if (known !== undefined) return known
  const isPg = await runOnPg(db, probe, [], false).then(
    ({ rows }) => rows.length === 1,
    () => false,
  )
  // Throws if the server cannot be reached. Then the next call asks again.
  if (!isPg) await execute(db, probe.text)
  answers.set(adapter, isPg)
  return isPg
}

export async function runOnPg(
  db: KyselyClient,
  sent: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
): Promise<Result> {
  const query = awaitedQuery(sent, values, isPrepared)
  await execute(db, query, values)
  return { rows: query.rows, count: query.count }
}

function awaitedQuery(
  sent: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
): SubmittedQuery & PromiseLike<Result> {
  let settle: (error: unknown, result: Result) => void
  const answer = new Promise<Result>((resolve, reject) => {
    settle = (error, { rows, count }) => (error ? reject(error) : resolve({ rows, count }))
  })
  const query = submittedQuery(sent, values, isPrepared, (error, result) => settle(error, result))
  const { submit } = query
  return Object.assign(query, {
    submit(wire: unknown) {
      // By this state pg-native knows that the query has ended.
      if (!isWire(wire))
        return Object.assign(query, { state: "error" }) && new Error("Not a connection of pg")
      listenToClient(wire)
      return submit.call(query, wire)
    },
    // biome-ignore lint/suspicious/noThenProperty: Kysely awaits the query.
    then: answer.then.bind(answer),
    // For the log of Kysely, and for clients that send the text.
    toString: () => sent.text,
  })
}
