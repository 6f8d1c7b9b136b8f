import { statement } from "../compile/statement.ts"
import type { Result, Statement } from "../driver.ts"
import { addErrorContext } from "../error-context.ts"
import { type OpenTransaction, type Run, textSavepoint } from "../joined-driver.ts"
import type { PrismaClientLike, RawCalls } from "./prisma-client.ts"
import { prismaError } from "./prisma-error.ts"
import type { RawClient } from "./raw-driver.ts"

const askInsertId = statement("SELECT LAST_INSERT_ID() AS id")
const isInsert = ({ text }: Statement): boolean => text.startsWith("INSERT")

/** Raw calls return either rows or a count, and rows as objects in the order of the selected columns. */
export const runOn =
  (calls: RawCalls): Run =>
  async ({ text, returns }, values): Promise<Result> => {
    try {
      if (!returns) return { rows: [], count: await calls.$executeRawUnsafe(text, ...values) }
      const rows = (await calls.$queryRawUnsafe(text, ...values)) as object[]
      return { rows: rows.map((row) => Object.values(row)), count: rows.length }
    } catch (error) {
      throw prismaError(error)
    }
  }

/** Raw calls do not return the id that MySQL generated: it is asked for on the same connection. */
export const withInsertId =
  (run: Run): Run =>
  async (sent, values) => {
    const result = await run(sent, values)
    if (!isInsert(sent) || sent.returns) return result
    const [[insertId] = []] = (await run(askInsertId, [])).rows
    return { ...result, insertId }
  }

/** The calls of a client, outside of a transaction. `asksInsertId` is for MySQL tables with generated ids. */
export function callsOf(client: PrismaClientLike, asksInsertId: boolean): RawClient {
  const transaction: RawClient["transaction"] = (work) =>
    inTransaction(client, (inside) => work(asksInsertId ? withInsertId(runOn(inside)) : runOn(inside)))
  const run = runOn(client)
  if (!asksInsertId) return { run, transaction }
  return {
    transaction,
    run: (sent, values) =>
      isInsert(sent) ? transaction((inside) => inside(sent, values)) : run(sent, values),
  }
}

/** Savepoints of a transaction: nested transactions of Prisma 7, and statements in Prisma 6. */
export function savepointOf(client: PrismaClientLike): OpenTransaction["savepoint"] {
  if (!client.$transaction) return textSavepoint(runOn(client), (text) => runOn(client)(statement(text), []))
  return async (work) => {
    let hasBegun = false
    try {
      return await inTransaction(client, (inside) => {
        hasBegun = true
        return work(runOn(inside))
      })
    } catch (error) {
      throw hasBegun ? error : addErrorContext(error, { code: "unavailable" })
    }
  }
}

async function inTransaction<T>(
  client: PrismaClientLike,
  work: (inside: RawCalls) => Promise<T>,
): Promise<T> {
  try {
    return await (client as Required<PrismaClientLike>).$transaction(work)
  } catch (error) {
    throw prismaError(error)
  }
}
