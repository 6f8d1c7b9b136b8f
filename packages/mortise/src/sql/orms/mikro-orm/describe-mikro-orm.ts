import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import { fitsShape, type SqlClient } from "../../sql-client.ts"
import { intercept } from "../../transactions/intercept.ts"
import { describeKnex, type KnexClient } from "../knex/describe-knex.ts"
import { describeKysely, kyselyEngine, undoTransaction } from "../kysely/describe-kysely.ts"
import type { KyselyClient } from "../kysely/kysely-client.ts"

/** What MikroORM runs on: Knex in version 6, Kysely in version 7. Either may be a transaction. */
type Handle = { readonly knex: KnexClient } | { readonly kysely: KyselyClient }

/** The part of an `EntityManager` that leads to its connections. */
export type MikroOrmConnections = {
  isInTransaction(): boolean
  getTransactionContext(): unknown
  getConnection(): object
}

type Connection = { getKnex?(): KnexClient; getClient?(): KyselyClient }

export function readHandle(em: MikroOrmConnections): Handle {
  const connection = em.getConnection() as Connection
  const transaction = em.isInTransaction() ? em.getTransactionContext() : undefined
  if (connection.getKnex) return { knex: (transaction as KnexClient) ?? connection.getKnex() }
  if (transaction) watchRollbacks(connection)
  const kysely = (transaction as KyselyClient) ?? readClient(connection)
  if (fitsShape(kysely, { factory: "", takes: "", has: ["executeQuery", "getExecutor"] })) return { kysely }
  throwInvalid("mikroOrmAdapter works with the SQL drivers of MikroORM 6 and 7.")
}

/** MikroORM 7 waits for the calls in a transaction before it rolls them back. */
const watchRollbacks = perClient((connection: object) =>
  intercept(connection, "rollback", ([transaction], send) => {
    undoTransaction(Object(transaction), "savepointName" in Object(transaction))
    return send()
  }),
)

function readClient(connection: Connection): KyselyClient | undefined {
  try {
    return connection.getClient?.()
  } catch {
    throwInvalid(
      "mikroOrmAdapter needs a connected ORM for this driver of MikroORM: await orm.connect() first.",
    )
  }
}

const engines: Readonly<Partial<Record<string, EngineName>>> = {
  pg: "postgres",
  mysql2: "mysql",
  mariadb: "mysql",
  "better-sqlite3": "sqlite",
  libsql: "sqlite",
}

/** The engine of MikroORM's driver, if our statements run on it. */
export function mikroOrmEngine(handle: Handle): EngineName | undefined {
  if ("kysely" in handle) return kyselyEngine(handle.kysely)
  return engines[(handle.knex.client as { driverName?: string }).driverName ?? ""]
}

/** Describes MikroORM's connections, or the transaction of an `EntityManager`. */
export const describeMikroOrm = (factory: string, handle: Handle, engine: EngineName): SqlClient =>
  "kysely" in handle
    ? describeKysely(factory, handle.kysely, engine)
    : describeKnex(factory, handle.knex, engine)
