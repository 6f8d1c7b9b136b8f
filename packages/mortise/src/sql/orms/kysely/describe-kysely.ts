import type { EngineName } from "../../../schema/engine-name.ts"
import type { Driver } from "../../driver.ts"
import { postgres } from "../../engines/postgres/engine.ts"
import { preparedFallback } from "../../engines/postgres/prepared-fallback.ts"
import { forwardDriver } from "../../forward-driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { intercept } from "../../transactions/intercept.ts"
import { type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import { answerLater, endedError, openTurns } from "../../transactions/turns.ts"
import { describeJoined, describeRaw } from "../connections/describe-client.ts"
import { nativeClient } from "../connections/native-client.ts"
import { perEngine } from "../connections/per-engine.ts"
import { rawEngines } from "../connections/raw-engine.ts"
import { undoCalls, watchConnection } from "../connections/watch-connection.ts"
import { type Executing, execute, type KyselyClient, runOnMysql, runText } from "./kysely-client.ts"
import { isKnownToUsePg, runOnPg, usesPg } from "./kysely-pg.ts"

export const kyselyShape = {
  factory: "kyselyAdapter",
  takes: "an instance or a transaction of Kysely: kyselyAdapter(db)",
  has: ["executeQuery", "getExecutor", "withoutPlugins", "isTransaction"],
}

/** The engine of Kysely's dialect, if our statements run on it. */
export function kyselyEngine(client: KyselyClient): EngineName | undefined {
  const { supportsReturning, supportsTransactionalDdl, supportsOutput } = client.getExecutor().adapter
  // Only SQL Server has it.
  if (supportsOutput) return undefined
  if (supportsTransactionalDdl) return "postgres"
  return supportsReturning ? "sqlite" : "mysql"
}

/** Describes an instance or a transaction of Kysely. */
export const describeKysely = (factory: string, client: KyselyClient, engine: EngineName): SqlClient => ({
  ...describe(engine, client),
  factory,
})

const describe = perEngine((engine, client: KyselyClient): SqlClient => {
  // Plugins would rename the columns of the rows.
  const db = client.withoutPlugins()
  const described = client.isTransaction ? describeTransaction(engine, db, client) : describePool(engine, db)
  const onPg = engine === "postgres" && {
    engine: postgres,
    detectEngine: async () => ((await usesPg(db)) ? postgres : rawEngines.postgres),
    // In a transaction, the caller commits.
    cancelledReplicationWaits: () =>
      isKnownToUsePg(db) && !client.isTransaction ? ("reported" as const) : ("hidden" as const),
  }
  return { ...described, ...onPg, owner: client.getExecutor().adapter }
})

/**
 * Each call has the transaction's connection to itself. Kysely ends a transaction by a statement on that connection, so
 * the connection is watched. Controlled transactions wait for the connection first, after the calls that they undo.
 */
function describeTransaction(engine: EngineName, transaction: KyselyClient, client: KyselyClient): SqlClient {
  let connection: Executing = transaction
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    let isOpen = false
    try {
      return await transaction.getExecutor().provideConnection((provided) => {
        isOpen = true
        if (connection !== provided) watchConnection(provided, ends, turns)
        connection = provided
        return work()
      })
    } catch (error) {
      throw isOpen ? error : endedError()
    }
  }
  const turns = openTurns(use)
  // Watches before the first call, because the transaction may end while that call waits for the connection.
  use(async () => {}).catch(() => {})
  const undo = (depth: number) => {
    turns.close(depth, true)
    undoCalls(connection, depth)
  }
  undoByTransaction.set(client, undo)
  for (const [method, depth] of rollbacks) {
    intercept(client, method, (_, create) => {
      const command = create() as object
      intercept(command, "execute", (_, send) => {
        undo(depth)
        return send()
      })
      return command
    })
  }
  const run: Run = (...step) => runOn(engine, transaction, connection)(...step)
  const savepoint = textSavepoint(run, (text) => execute(connection, text))
  const scope = turns.at(0)
  return describeJoined("Kysely", engine, {
    run,
    savepoint,
    scope: engine === "sqlite" ? answerLater(scope) : scope,
  })
}

/** The methods by which a controlled transaction is rolled back, and to which depth. Savepoints have no depth. */
const rollbacks = [
  ["rollback", 0],
  ["rollbackToSavepoint", Number.POSITIVE_INFINITY],
] as const

const undoByTransaction = new WeakMap<object, (depth: number) => void>()

/** Fails the calls in a transaction whose rollback was requested elsewhere. */
export function undoTransaction(transaction: object, isSavepoint: boolean): void {
  undoByTransaction.get(transaction)?.(isSavepoint ? Number.POSITIVE_INFINITY : 0)
}

// A connection of @libsql/kysely-libsql ends its transaction by methods.
const ends = {
  executeQuery: ({ sql }: { sql: unknown }) => sql,
  commitTransaction: () => "commit",
  rollbackTransaction: () => "rollback",
}

function describePool(engine: EngineName, db: KyselyClient): SqlClient {
  const described = describeRaw("Kysely", engine, {
    run: engine === "mysql" ? (...step) => runOnMysql(db, ...step) : runOn(engine, db),
    transaction: (work) => db.transaction().execute((transaction) => work(runOn(engine, transaction))),
  })
  const { driver } = described
  if (engine === "postgres") return { ...described, driver: prepareStatements(db, driver) }
  return engine === "sqlite" ? { ...described, driver: overLibsql(db, driver) } : described
}

// Not prepared by name: behind a pooler, the server may not know the name, and that error would end a transaction.
const runOn =
  (engine: EngineName, db: KyselyClient, on: Executing = db): Run =>
  async (statement, values) =>
    engine === "postgres" && (await usesPg(db, on))
      ? runOnPg(on, statement, values, false)
      : runText(on, statement, values)

/** With pg, statements outside transactions are prepared by name. */
function prepareStatements(db: KyselyClient, driver: Driver): Driver {
  const withFallback = preparedFallback(true)
  return {
    ...driver,
    run: async (statement, values) =>
      (await usesPg(db))
        ? withFallback((isPrepared) => runOnPg(db, statement, values, isPrepared))
        : driver.run(statement, values),
  }
}

/** With @libsql/kysely-libsql, whose connections have a public client, our own driver runs on that client. */
function overLibsql(db: KyselyClient, raw: Driver): Driver {
  let driver: Driver | undefined
  const open = async (): Promise<Driver> => {
    const client = await db
      .getExecutor()
      .provideConnection(async (connection) => (connection as { client?: unknown }).client)
    driver = nativeClient(client)?.driver ?? raw
    return driver
  }
  return forwardDriver(async () => driver ?? open())
}
