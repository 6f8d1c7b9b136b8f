/**
 * Writes of `@libsql/client` to a file. A write that finds the file locked stays open, and its connection then
 * acknowledges writes that it never commits (tursodatabase/libsql-client-ts#352). Only `executeMultiple` of a
 * transaction ends cleanly when the file is locked, so it takes the lock. Before version 0.18, each transaction opens a
 * connection that only the garbage collector closes. There, one transaction is used for all batches: between them it
 * holds no lock, because a deferred transaction locks nothing until its first statement.
 */
import type { Result, Step } from "../../driver.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { type AsyncClient, type AsyncTransaction, queryOf, resultOf } from "./async-client.ts"

type FileClient = Required<Pick<AsyncClient, "execute" | "transaction">>

/** A function that runs the steps of one batch in a transaction. The caller awaits each batch before the next one. */
export function fileBatches(client: AsyncClient): (steps: readonly Step[]) => Promise<Result[]> {
  const file = client as AsyncClient & FileClient
  let isReused: boolean | undefined
  let idle: AsyncTransaction | undefined
  return async (steps) => {
    isReused ??= !(await returnsConnections(file))
    const transaction = idle ?? (await file.transaction("deferred"))
    idle = undefined
    try {
      await transaction.executeMultiple("ROLLBACK; BEGIN IMMEDIATE")
      const results = await runSteps(steps, async (...step) =>
        resultOf(step, await transaction.execute(queryOf(step))),
      )
      if (isReused) await transaction.executeMultiple("COMMIT; BEGIN")
      else await transaction.commit()
      return results
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
