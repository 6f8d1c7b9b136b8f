import { type KyselyClient, kyselyAdapter } from "../../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { OrmStore } from "../support/orm-store.ts"

/** The part of Kysely that the tests use, which both versions share. */
export type Db = KyselyClient & {
  startTransaction(): { execute(): Promise<Controlled> }
  destroy(): Promise<void>
}
type Command = { execute(): Promise<unknown> }
type Controlled = KyselyClient & {
  commit(): Command
  rollback(): Command
  savepoint(name: string): Command
  rollbackToSavepoint(name: never): Command
}

type InTransaction = <T>(db: Db, work: (transaction: KyselyClient) => Promise<T>) => Promise<T>

type Connect = (url: string, connections?: number) => Db

/** The stores of one version of Kysely, by the dialects that are connected. */
export const kyselyStores = (
  version: string,
  connect: Readonly<Record<"postgres" | "mysql" | "sqlite" | "libsql", Connect>>,
): readonly OrmStore[] => [
  storeOf(`${version} on PostgreSQL`, postgresDatabases, connect.postgres),
  storeOf(`${version} on MariaDB`, mariadbDatabases, connect.mysql),
  storeOf(`${version} on SQLite`, sqliteDatabases, connect.sqlite),
  storeOf(`${version} on libSQL`, sqliteDatabases, connect.libsql),
]

/** A store on one dialect of Kysely. */
export const storeOf = (
  name: string,
  databases: Databases,
  connect: Connect,
  inTransaction: InTransaction = (db, work) => db.transaction().execute(work),
): OrmStore => ({
  name,
  databases,
  savepoints: "seen",
  async open(url, connections) {
    const db = connect(url, connections)
    return {
      adapter: (options) => kyselyAdapter(db, options),
      transaction: (work) =>
        inTransaction(db, (transaction) =>
          work({
            adapter: kyselyAdapter(transaction),
            again: () => kyselyAdapter(transaction),
            nested: (inside) => nested(transaction, () => inside(kyselyAdapter(transaction))),
          }),
        ),
      close: () => db.destroy(),
    }
  },
})

/** Runs work in a transaction that the application commits and rolls back itself. */
export const inControlled: InTransaction = async (db, work) => {
  const transaction = await db.startTransaction().execute()
  const result = await work(transaction).catch(async (error) => {
    await transaction.rollback().execute()
    throw error
  })
  await transaction.commit().execute()
  return result
}

/** Kysely has no nested transactions, only savepoints. */
async function nested<T>(transaction: KyselyClient, work: () => Promise<T>): Promise<T> {
  const execute = (sql: string) => transaction.executeQuery(rawQuery(sql) as never)
  await execute("SAVEPOINT inner_work")
  try {
    return await work()
  } catch (error) {
    await execute("ROLLBACK TO SAVEPOINT inner_work")
    throw error
  }
}

const rawQuery = (sql: string) => ({
  sql,
  parameters: [],
  query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
  queryId: { queryId: "test" },
})
