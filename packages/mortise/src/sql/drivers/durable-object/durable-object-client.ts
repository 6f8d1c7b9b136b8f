import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { workersSqlite } from "../../engines/sqlite/workers-sqlite.ts"
import { type ClientKind, defineClient, type SqlClient } from "../../sql-client.ts"
import { interactive, type Opened } from "../../transactions/interactive.ts"
import { joinCurrent } from "../../transactions/join-current.ts"

type Cursor = { raw(): Iterable<unknown[]>; toArray(): unknown[] }

/** The part of the storage of a Durable Object with SQLite that Mortise uses. */
export type DurableObjectClient = {
  readonly sql: { exec(text: string, ...values: never[]): object }
  transactionSync<T>(work: () => T): T
  transaction<T>(work: () => Promise<T>): Promise<T>
}

const shape = {
  factory: "durableObjectAdapter",
  takes: "the storage of a Durable Object with SQLite: durableObjectAdapter(ctx.storage)",
  has: ["sql", "transactionSync", "transaction"],
}

function runOn({ sql }: DurableObjectClient, { text, returns }: Statement, values: readonly Bound[]): Result {
  const cursor = sql.exec(text, ...(values as never[])) as Cursor
  const rows = [...cursor.raw()]
  if (returns) return { rows, count: rows.length }
  const [[count] = []] = [...(sql.exec("SELECT changes()") as Cursor).raw()]
  return { rows: [], count: Number(count) }
}

function open(client: DurableObjectClient): Driver {
  const inTurn = limitConcurrency(1)
  let isTaken = false
  // The platform lets other requests wait while a transaction is open. Calls of the same request wait here.
  const whenFree = <T>(work: () => T): T | Promise<T> => (isTaken ? inTurn(async () => work()) : work())
  const opened: Opened = {
    run: async (...step) => runOn(client, ...step),
    savepoint: (work) => client.transaction(() => work(opened.run)),
  }
  return joinCurrent({
    run: (statement, values) => whenFree(() => runOn(client, statement, values)),
    batch: (steps) =>
      whenFree(() => client.transactionSync(() => steps.map((step) => runOn(client, ...step)))),
    transaction: interactive(
      (work) =>
        inTurn(async () => {
          isTaken = true
          try {
            return await client.transaction(() => work(opened))
          } finally {
            isTaken = false
          }
        }),
      { endsOnError: false, endsTransaction: () => false, isRetried: () => false },
    ),
  })
}

const describe = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: workersSqlite,
  durability: "replicated",
  isolatesCalls: true,
})

export const durableObject: ClientKind<DurableObjectClient> = defineClient(shape, open, describe)
