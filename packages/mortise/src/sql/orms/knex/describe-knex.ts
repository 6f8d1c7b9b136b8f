import type { EngineName } from "../../../schema/engine-name.ts"
import type { SqlClient } from "../../sql-client.ts"
import { endedError } from "../../transactions/turns.ts"
import { describeAcquired } from "../connections/acquired-connections.ts"
import { createTransactionScope } from "../connections/create-transaction-scope.ts"
import { describeJoinedConnection } from "../connections/joined-connection.ts"
import { perEngine } from "../connections/per-engine.ts"

/** The part of a Knex instance or transaction that is used. */
export type KnexClient = {
  readonly client: unknown
  readonly isTransaction?: boolean | undefined
  isCompleted?(): boolean
  /** Set in a nested transaction. */
  readonly parentTransaction?: KnexClient | undefined
}

/** The `client` of Knex. A transaction has its own, with the same `config`. */
type Connections = {
  readonly config: object
  readonly driverName?: string
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: object): unknown
}

/** Knex never lends a connection with this mark again. */
type Connection = object & { __knex__disposed?: unknown }

const engines: Readonly<Partial<Record<string, EngineName>>> = {
  pg: "postgres",
  mysql2: "mysql",
  mariadb: "mysql",
  "better-sqlite3": "sqlite",
}

/** The engine that Knex is configured for, if our drivers can run on its connections. */
export const knexEngine = ({ client }: KnexClient): EngineName | undefined =>
  engines[(client as Connections).driverName ?? ""]

/** Describes a Knex instance or transaction. */
export function describeKnex(factory: string, knex: KnexClient, engine: EngineName): SqlClient {
  const client = knex.client as Connections
  const described = knex.isTransaction ? describeTransaction(engine, knex) : describePool(engine, client)
  return { ...described, factory, owner: client.config }
}

const describePool = perEngine((engine, client: Connections) =>
  describeAcquired("Knex", engine, {
    acquire: () => client.acquireConnection(),
    release(connection: Connection, isLost) {
      if (isLost) connection.__knex__disposed = "The connection was lost, or its server is read-only."
      client.releaseConnection(connection)
    },
  }),
)

// One driver for all adapters on a transaction, so that their calls run one after the other.
const describeTransaction = perEngine((engine, transaction: KnexClient) =>
  describeJoinedConnection(
    "Knex",
    engine,
    async () => {
      if (transaction.isCompleted?.()) throw endedError()
      return (transaction.client as Connections).acquireConnection()
    },
    getScope(transaction),
  ),
)

const getScope = createTransactionScope(({ parentTransaction }: KnexClient) => parentTransaction)
