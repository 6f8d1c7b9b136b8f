/**
 * Runs statements on pg through Kysely, whose driver passes `sql` to `client.query` unchanged and awaits the result. pg
 * also accepts a query object that sends its own messages, and returns that object. So the query below is a promise, is
 * prepared by name and receives rows as arrays. Third-party clients refuse it or send its text.
 */

import type { Bound, Result, Statement } from "../../driver.ts"
import { isWire, type SubmittedQuery, submittedQuery } from "../../drivers/pg/query.ts"
import { endsConnection } from "../../engines/postgres/ends-transaction.ts"
import { statement } from "../../statement.ts"
import { type Executing, execute, type KyselyClient, type KyselyDialect } from "./kysely-client.ts"
import { endClient, listenToClient } from "./listen-to-client.ts"

const probe = statement("SELECT 1")
const answers = new WeakMap<KyselyDialect, boolean>()

/** Whether Kysely's client is pg. A harmless query finds out, once per Kysely instance. */
export async function usesPg(db: KyselyClient, on: Executing = db): Promise<boolean> {
  const { adapter } = db.getExecutor()
  const answer = answers.get(adapter)
  if (answer !== undefined) return answer
  const query = awaitedQuery(probe, [], false)
  await execute(on, query).catch((error) => {
    // The client is pg, and its connection failed: the next call asks again.
    if (query.isSubmitted) throw error
  })
  const isPg = query.rows.length === 1
  if (!isPg) await execute(on, probe.text)
  answers.set(adapter, isPg)
  return isPg
}

/** Whether a query has shown that Kysely's client is pg. */
export const isKnownToUsePg = (db: KyselyClient): boolean => answers.get(db.getExecutor().adapter) === true

export async function runOnPg(
  on: Executing,
  sent: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
): Promise<Result> {
  const query = awaitedQuery(sent, values, isPrepared)
  await execute(on, query, values)
  return { rows: query.rows, count: query.count }
}

type AwaitedQuery = SubmittedQuery & PromiseLike<Result> & { isSubmitted: boolean }

function awaitedQuery(sent: Statement, values: readonly Bound[], isPrepared: boolean): AwaitedQuery {
  let settle: (error: unknown, result: Result) => void
  const answer = new Promise<Result>((resolve, reject) => {
    settle = (error, { rows, count }) => (error ? reject(error) : resolve({ rows, count }))
  })
  let connection: object | undefined
  const query = submittedQuery(sent, values, isPrepared, (error, result) => {
    if (connection && endsConnection(error)) endClient(connection)
    settle(error, result)
  })
  const { submit } = query
  return Object.assign(query, {
    isSubmitted: false,
    submit(this: AwaitedQuery, wire: unknown) {
      if (!isWire(wire)) {
        // This state shows pg-native that the query has ended.
        Object.assign(this, { state: "error" })
        return new Error("Not a connection of pg")
      }
      this.isSubmitted = true
      connection = wire
      listenToClient(wire)
      return submit.call(this, wire)
    },
    // biome-ignore lint/suspicious/noThenProperty: Kysely awaits the query.
    then: answer.then.bind(answer),
    // For Kysely's log, and for clients that send the text.
    toString: () => sent.text,
  })
}
