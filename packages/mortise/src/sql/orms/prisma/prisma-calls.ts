import type { Result, Statement } from "../../driver.ts"
import { statement } from "../../statement.ts"
import { type OpenTransaction, type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import type { RawClient } from "../connections/raw-driver.ts"
import type { PrismaClient, RawCalls, TransactionLimits } from "./prisma-client.ts"
import { prismaError } from "./prisma-error.ts"
import { prismaScope } from "./prisma-scope.ts"

const askInsertId = statement("SELECT LAST_INSERT_ID() AS id")
const isInsert = ({ text }: Statement): boolean => text.startsWith("INSERT")

/** Raw calls return either a count, or rows as objects with the selected columns in order. */
const runOn =
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

/** Raw calls do not return the id that MySQL generated, so a second statement reads it on the same connection. */
const withInsertId =
  (run: Run): Run =>
  async (sent, values) => {
    const result = await run(sent, values)
    if (!isInsert(sent) || sent.returns) return result
    const [[insertId] = []] = (await run(askInsertId, [])).rows
    return { ...result, insertId }
  }

const runner =
  (asksInsertId: boolean) =>
  (calls: RawCalls): Run =>
    asksInsertId ? withInsertId(runOn(calls)) : runOn(calls)

/** A client's calls outside transactions. `asksInsertId` is for MySQL tables with generated ids. */
export function createCalls(
  client: PrismaClient,
  asksInsertId: boolean,
  limits: TransactionLimits,
): RawClient {
  const on = runner(asksInsertId)
  const transaction: RawClient["transaction"] = (work) =>
    inTransaction(client, (inside) => work(on(inside)), limits)
  const run = runOn(client)
  if (!asksInsertId) return { run, transaction }
  return {
    transaction,
    run: (sent, values) =>
      isInsert(sent) ? transaction((inside) => inside(sent, values)) : run(sent, values),
  }
}

/**
 * The calls of a transaction that the caller opened. Savepoints are statements: if the caller rolls back while a nested
 * transaction of Prisma 7 ends, Prisma may commit instead.
 */
export function joinedCalls(
  client: PrismaClient,
  asksInsertId: boolean,
): Omit<OpenTransaction, "endsOnError"> {
  const run = runner(asksInsertId)(client)
  const savepoint = textSavepoint(run, (text) => run(statement(text), []))
  return { run, savepoint, scope: prismaScope(client) }
}

async function inTransaction<T>(
  client: PrismaClient,
  work: (inside: RawCalls) => Promise<T>,
  options: TransactionLimits,
): Promise<T> {
  try {
    return await (client as Required<PrismaClient>).$transaction(work, options)
  } catch (error) {
    throw prismaError(error)
  }
}
