/**
 * Writes of `@libsql/client` to a file. A write that finds the file locked stays open, and its connection then
 * acknowledges writes that it never commits (tursodatabase/libsql-client-ts#352). Only `executeMultiple` of a
 * transaction ends cleanly when the file is locked, so it takes the lock. Before version 0.18, each transaction opens a
 * connection that only the garbage collector closes. There, one transaction is used for all batches: between them it
 * holds no lock, because a deferred transaction locks nothing until its first statement.
 */
import type { AsyncClient, AsyncTransaction } from "./async-client.ts"

type FileClient = Required<Pick<AsyncClient, "execute" | "transaction">>

/** Runs work in a transaction that holds the write lock. */
export type InFile = <T>(work: (transaction: AsyncTransaction) => Promise<T>) => Promise<T>

/** The transactions of a file. The caller awaits each one before the next one. */
export function fileTransactions(client: AsyncClient): InFile {
  const file = client as AsyncClient & FileClient
  let isReused: boolean | undefined
  let idle: AsyncTransaction | undefined
  return async (work) => {
    isReused ??= !(await returnsConnections(file))
    const transaction = idle ?? (await file.transaction("deferred"))
    idle = undefined
    try {
      await transaction.executeMultiple("ROLLBACK; BEGIN IMMEDIATE")
      const result = await work(transaction)
      if (isReused) await transaction.executeMultiple("COMMIT; BEGIN")
      else await transaction.commit()
      return result
    } catch (error) {
      if (isReused && !transaction.closed) await transaction.executeMultiple("ROLLBACK; BEGIN")
      throw error
    } finally {
      if (isReused && !transaction.closed) idle = transaction
      else transaction.close()
    }
  }
}

/** Whether the connection of a finished transaction serves the next statement. The mark belongs to one connection. */
async function returnsConnections(client: FileClient): Promise<boolean> {
  const transaction = await client.transaction("deferred")
  try {
    await transaction.executeMultiple("PRAGMA temp.user_version = 1; COMMIT")
  } finally {
    transaction.close()
  }
  const { rows } = await client.execute({ sql: "PRAGMA temp.user_version", args: [] })
  return Number((rows[0] as readonly unknown[] | undefined)?.[0]) === 1
}
