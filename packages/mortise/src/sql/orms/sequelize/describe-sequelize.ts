import type { EngineName } from "../../../schema/engine-name.ts"
import type { SqlClient } from "../../sql-client.ts"
import { endedError } from "../../transactions/turns.ts"
import { describeAcquired } from "../connections/acquired-connections.ts"
import { createTransactionScope } from "../connections/create-transaction-scope.ts"
import { describeJoinedConnection } from "../connections/joined-connection.ts"
import { perEngine } from "../connections/per-engine.ts"
import { describeSqlite3, joinSqlite3 } from "./sequelize-sqlite.ts"

/** The part of a Sequelize instance that is used. */
export type SequelizeClient = {
  getDialect(): string
  readonly connectionManager: object
  readonly models: Readonly<Record<string, object>>
}

/** A transaction of Sequelize. */
export type SequelizeTransaction = { commit(): Promise<unknown>; rollback(): Promise<unknown> }

const engines: Readonly<Partial<Record<string, EngineName>>> = {
  postgres: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
}

/** The engine that Sequelize is configured for, if our drivers can run on its connections. */
export const sequelizeEngine = (sequelize: SequelizeClient): EngineName | undefined =>
  engines[sequelize.getDialect()]

/** Describes a Sequelize instance, or one of its transactions. */
export function describeSequelize(
  factory: string,
  sequelize: SequelizeClient,
  engine: EngineName,
  transaction?: SequelizeTransaction,
): SqlClient {
  const described = transaction ? describeTransaction(engine, transaction) : describePool(engine, sequelize)
  return { ...described, factory, owner: sequelize }
}

type ConnectionManager = {
  getConnection(options: { type: "write" }): Promise<object>
  releaseConnection(connection: object): void
  /** Absent in old versions, where the pool itself recognizes a lost connection. */
  destroyConnection?(connection: object): Promise<unknown>
}

const describePool = perEngine((engine, sequelize: SequelizeClient) => {
  if (engine === "sqlite") return describeSqlite3(sequelize)
  const manager = sequelize.connectionManager as ConnectionManager
  return describeAcquired("Sequelize", engine, {
    // With replication, this is a connection to the server that accepts writes.
    acquire: () => manager.getConnection({ type: "write" }),
    release(connection, isLost) {
      // Destroying it fails if the connection is closed already.
      if (isLost && manager.destroyConnection) manager.destroyConnection(connection).catch(() => {})
      else manager.releaseConnection(connection)
    },
  })
})

// Shared by all adapters of a transaction, whose calls must not interleave.
const describeTransaction = perEngine((engine, transaction: SequelizeTransaction) => {
  const [connect, scope] = [() => openConnection(transaction), getScope(transaction)]
  if (engine === "sqlite") return joinSqlite3(connect, scope)
  return describeJoinedConnection("Sequelize", engine, async () => connect(), scope)
})

type TransactionState = {
  readonly connection?: object & { readonly uuid?: string }
  readonly finished?: string
  readonly parent?: SequelizeTransaction
}

function openConnection(transaction: SequelizeTransaction): object {
  const { connection, finished, parent } = transaction as SequelizeTransaction & TransactionState
  if (finished === undefined && connection) return parent ? openConnection(parent) : connection
  throw endedError()
}

const getScope = createTransactionScope(
  (transaction: SequelizeTransaction) => (transaction as SequelizeTransaction & TransactionState).parent,
)
