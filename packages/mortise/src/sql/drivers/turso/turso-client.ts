import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { joinedSerialDriver, serialDriver } from "../../engines/sqlite/serial-connection.ts"
import { type ClientKind, defineClient, fitsShape } from "../../sql-client.ts"
import { isRead } from "../../statement.ts"
import type { OwnConnection } from "../../transactions/interactive.ts"
import { asSqliteError } from "./turso-error.ts"

type Prepared = {
  raw(isRaw: boolean): Prepared
  all(...values: Bound[]): Promise<unknown[]>
  run(...values: Bound[]): Promise<{ changes: number }>
  close(): unknown
}

/** A transaction of `@tursodatabase/database`. */
type Transaction = { prepare(text: string): object; exec(text: string): Promise<unknown> }

type Begin = { immediate(): Promise<unknown> }

/** The part of a `Database` of `@tursodatabase/database`, or of its transactions, that Mortise uses. */
export type TursoClient = Transaction & {
  transactionAsync?(work: (transaction: Transaction) => Promise<unknown>): Begin
}

const shape = {
  factory: "tursoAdapter",
  takes: 'a Database of @tursodatabase/database: tursoAdapter(await connect("auth.db"))',
  has: ["prepare", "exec", "transactionAsync"],
  // A connection of @tursodatabase/serverless, which prepares statements on the server.
  lacks: ["reconnect"],
}
const transactionShape = { ...shape, has: ["prepare", "exec", "iterate", "finish"] }

/** Runs one statement. Prepared for each call, because concurrent calls of one prepared statement mix their values. */
async function run(on: Transaction, { text, returns }: Statement, values: readonly Bound[]): Promise<Result> {
  try {
    const prepared = on.prepare(text) as Prepared
    try {
      if (!returns) return { rows: [], count: (await prepared.run(...values)).changes }
      const rows = (await prepared.raw(true).all(...values)) as unknown[][]
      return { rows, count: rows.length }
    } finally {
      prepared.close()
    }
  } catch (error) {
    throw asSqliteError(error)
  }
}

const toConnection = (on: Transaction): OwnConnection => ({
  run: (...step) => run(on, ...step),
  command: (text) =>
    on.exec(text).catch((error) => {
      throw asSqliteError(error)
    }),
})

const askOn =
  (on: Transaction) =>
  async (text: string): Promise<unknown> =>
    (await run(on, { text, name: "", returns: true }, [])).rows[0]?.[0]

function open(client: TursoClient): Driver {
  const { transactionAsync } = client
  if (!transactionAsync) return joinedSerialDriver({ ...toConnection(client), ask: askOn(client) })
  const begin = async <T>(work: (connection: OwnConnection) => Promise<T>): Promise<T> => {
    let failure: { readonly error: unknown } | undefined
    const follow = (transaction: Transaction): Promise<T> =>
      work(toConnection(transaction)).catch((error) => {
        failure = { error }
        throw error
      })
    try {
      return (await transactionAsync.call(client, follow).immediate()) as T
    } catch (error) {
      // The engine itself ends a transaction when the disk is full. The client's ROLLBACK then fails, and hides the cause.
      throw failure ? failure.error : asSqliteError(error)
    }
  }
  return serialDriver({
    // Only inside a transaction is the number of changes the statement's own.
    run: (statement, values) =>
      isRead(statement)
        ? run(client, statement, values)
        : begin((connection) => connection.run(statement, values)),
    begin,
    ask: askOn(client),
  })
}

export const turso: ClientKind<TursoClient> = defineClient(shape, open, describeSqlite, (client) =>
  fitsShape(client, transactionShape) ? transactionShape : shape,
)
