import { MortiseError } from "../../../contract/errors.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import type { SqlClient } from "../../sql-client.ts"
import { intercept } from "../../transactions/intercept.ts"
import { openTurns, type Scope } from "../../transactions/turns.ts"
import { describeAcquired } from "../connections/acquired-connections.ts"
import { parseEnd } from "../connections/ends-transaction.ts"
import { describeJoinedConnection } from "../connections/joined-connection.ts"
import { perEngine } from "../connections/per-engine.ts"
import { sharedSqliteDriver } from "../connections/shared-sqlite.ts"
import type { TypeormTables } from "./typeorm-metadata.ts"

/** The part of TypeORM's `DataSource` that is used. */
export type TypeormDataSource = TypeormTables & {
  readonly options: { readonly type: string; readonly entities?: object }
  readonly isInitialized: boolean
}

type QueryRunner = {
  readonly isTransactionActive: boolean
  readonly isReleased: boolean
  /** 1 in a transaction, more in a nested one. */
  readonly transactionDepth?: number
  connect(): Promise<object>
}

/** The part of TypeORM's `EntityManager` that is used. */
export type TypeormManager = {
  readonly connection: TypeormDataSource
  readonly queryRunner?: QueryRunner | undefined
}

/** TypeORM's `DataSource`, or the `EntityManager` of a transaction. */
export type TypeormClient = TypeormDataSource | TypeormManager

const engines: Readonly<Partial<Record<string, EngineName>>> = {
  postgres: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
  "better-sqlite3": "sqlite",
}

/** The engine of a data source, if our drivers can run on its connections. */
export const typeormEngine = ({ options }: TypeormDataSource): EngineName | undefined => engines[options.type]

export const toDataSource = (client: TypeormClient): TypeormDataSource =>
  "driver" in client ? client : client.connection

/** Describes a data source, or one of its transactions. */
export function describeTypeorm(factory: string, client: TypeormClient, engine: EngineName): SqlClient {
  const source = toDataSource(client)
  const runner = "driver" in client ? undefined : client.queryRunner
  const described = runner ? describeTransaction(engine, runner) : describeSource(engine, source)
  return { ...described, factory, owner: source }
}

// Shared by all adapters of a query runner, whose calls must not interleave.
const getTurns = perClient((runner: QueryRunner) => {
  const turns = openTurns()
  intercept(runner, "query", ([text], send) => {
    const end = parseEnd(text)
    return end ? turns.end(end.depth, end.undoes, send) : send()
  })
  return turns
})

/** The scope of the open transaction, else of the next one: a runner may start it after the adapter was made. */
function getScope(runner: QueryRunner): Scope {
  const turns = getTurns(runner)
  if (runner.isTransactionActive) return turns.at(Math.max(runner.transactionDepth ?? 1, 1) - 1)
  return { call: (work) => turns.at(0).call(work) }
}

type Connection = { release(isLost: boolean): void }
/** The `driver` of a data source. For PostgreSQL it returns a list, which starts with the connection. */
type TypeormDriver = {
  obtainMasterConnection(): Promise<Connection | [Connection, unknown]>
  readonly databaseConnection?: object
}

// The driver is asked at each call, because a data source can be initialized later, or again.
const describeSource = perEngine((engine, source: TypeormDataSource) =>
  engine === "sqlite"
    ? describeFile(source)
    : describeAcquired("TypeORM", engine, {
        async acquire() {
          // With replication, this is a connection to the server that accepts writes.
          const [connection] = [await checkInitialized(source).obtainMasterConnection()].flat() as [
            Connection,
          ]
          if (engine === "postgres" || "execute" in connection) return connection
          connection.release(false)
          throw otherPackageError()
        },
        release: (connection, isLost) => (connection as Connection).release(isLost),
      }),
)

const describeFile = (source: TypeormDataSource): SqlClient => {
  const connect = () => checkInitialized(source).databaseConnection as object
  return describeSqlite("TypeORM", sharedSqliteDriver("typeormAdapter", connect))
}

const describeTransaction = (engine: EngineName, runner: QueryRunner): SqlClient =>
  describeJoinedConnection("TypeORM", engine, () => connectRunner(runner), getScope(runner))

function checkInitialized({ isInitialized, driver }: TypeormDataSource): TypeormDriver {
  if (isInitialized) return driver as TypeormDriver
  throw new MortiseError(
    "unavailable",
    "This data source of TypeORM is not connected: await dataSource.initialize() before the first operation.",
  )
}

async function connectRunner(runner: QueryRunner): Promise<object> {
  if (!runner.isTransactionActive)
    throw new MortiseError(
      "unavailable",
      "This manager has no open transaction: pass the manager that dataSource.transaction passes to you, or the data source.",
    )
  // TypeORM releases the connection of an open transaction only when it is lost.
  if (runner.isReleased)
    throw new MortiseError(
      "unavailable",
      "The connection of this transaction was lost: run the transaction again.",
    )
  return runner.connect()
}

const otherPackageError = (): MortiseError =>
  new MortiseError(
    "invalid",
    'typeormAdapter runs on mysql2, but TypeORM loaded mysql: install mysql2, and set connectorPackage: "mysql2" in the options of the data source.',
  )
