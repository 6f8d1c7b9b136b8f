import type { Bound, Result, Statement } from "../../driver.ts"
import { endsConnection } from "../../engines/mysql/ends-transaction.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import { driverError } from "../connections/driver-error.ts"

type Answer = {
  readonly rows: readonly unknown[]
  readonly numAffectedRows?: bigint | undefined
  readonly insertId?: bigint | undefined
}

/** What Kysely knows about its engine. One object for an instance and all of its transactions. */
export type KyselyDialect = {
  readonly supportsReturning?: boolean | undefined
  readonly supportsTransactionalDdl?: boolean | undefined
  readonly supportsOutput?: boolean | undefined
}

/** Kysely, or one of its connections. */
export type Executing = { executeQuery(query: never): Promise<Answer> }

/** The part of a `Kysely` or `Transaction` that is used. */
export type KyselyClient = Executing & {
  readonly isTransaction: boolean
  getExecutor(): {
    readonly adapter: KyselyDialect
    readonly plugins?: readonly object[]
    provideConnection<T>(work: (connection: Executing) => Promise<T>): Promise<T>
  }
  withoutPlugins(): KyselyClient
  transaction(): { execute<T>(work: (transaction: KyselyClient) => Promise<T>): Promise<T> }
}

/** Executes a text, or what the engine's client accepts in its place. */
export async function execute(db: Executing, sql: unknown, values: readonly Bound[] = []): Promise<Answer> {
  let isSent = false
  const query = {
    query: { kind: "RawNode", sqlFragments: [], parameters: [] },
    queryId: { queryId: "mortise" },
    parameters: values,
    // Kysely reads this property once it has a connection.
    get sql() {
      isSent = true
      return sql
    },
  }
  try {
    return await db.executeQuery(query as never)
  } catch (error) {
    throw isSent ? error : addErrorContext(error, { code: "unavailable" })
  }
}

/** Runs a statement as text. Rows are objects with a unique name for every column. */
export async function runText(
  db: Executing,
  { text, returns }: Statement,
  values: readonly Bound[],
): Promise<Result> {
  const { rows, numAffectedRows, insertId } = await execute(db, text, withNumbers(text, values))
  if (returns) return { rows: rows.map((row) => Object.values(row as object)), count: rows.length }
  return { rows: [], count: Number(numAffectedRows ?? 0), insertId }
}

const page = / LIMIT \?( OFFSET \?)?$/

/** Kysely sends values to MySQL inside the text, and MySQL refuses a quoted limit. */
function withNumbers(text: string, values: readonly Bound[]): readonly Bound[] {
  const match = page.exec(text)
  if (!match) return values
  const first = values.length - (match[1] ? 2 : 1)
  return values.map((value, index) => (index < first ? value : Number(value)))
}

/**
 * Runs a statement on MySQL as text. Kysely cannot discard a connection, so a connection to a read-only server is
 * killed, and the pool does not lend it again.
 */
export async function runOnMysql(
  db: KyselyClient,
  statement: Statement,
  values: readonly Bound[],
): Promise<Result> {
  let isConnected = false
  const work = async (connection: Executing): Promise<Result> => {
    isConnected = true
    try {
      return await runText(connection, statement, values)
    } catch (error) {
      if (endsConnection(driverError(error)))
        await execute(connection, "KILL CONNECTION_ID()").catch(() => undefined)
      throw error
    }
  }
  try {
    return await db.getExecutor().provideConnection(work)
  } catch (error) {
    throw isConnected ? error : addErrorContext(error, { code: "unavailable" })
  }
}
