import { MortiseError } from "../../../contract/errors.ts"
import { driverError } from "../connections/driver-error.ts"

// What Prisma's driver adapters report: the server's code and message, and what Prisma read from them.
type AdapterError = {
  readonly kind?: string
  readonly originalCode?: string
  readonly originalMessage?: string
  readonly constraint?: { readonly index?: string; readonly fields?: readonly string[] }
  readonly table?: string
}

type PrismaError = { readonly code?: string; readonly meta?: { readonly timeout?: number } }

/** Converts Prisma's error to the form of a database client's error, which the dialects can read. */
export function prismaError(error: unknown): unknown {
  const { code, meta } = Object(error) as PrismaError
  if (code === "P2028") return endedTransaction(meta?.timeout !== undefined)
  const adapterError = Object(driverError(error)) as AdapterError
  // If the connection is lost while a statement runs, Prisma passes on the client's error.
  if (adapterError.kind === undefined) return error
  const { kind, originalCode, originalMessage = "" } = adapterError
  if (unreachable.has(kind)) return clientError({ code: kind, syscall: "connect" })
  return clientError({
    // libSQL reports some errors without a number; then its message starts with the code.
    code: originalCode ?? /^([A-Z]+_[A-Z_]+): /.exec(originalMessage)?.[1] ?? kind,
    errno: Number(originalCode ?? Number.NaN),
    message: originalMessage,
    table: adapterError.table ?? relation.exec(originalMessage)?.[1],
    column: column.exec(originalMessage)?.[1],
    constraint: adapterError.constraint?.index,
  })
}

const unreachable = new Set(["DatabaseNotReachable", "TlsConnectionError"])

// Prisma omits the names that PostgreSQL reports for an empty column. They are in the message, if it is in English.
const relation = /of relation "([^"]+)" violates not-null/
const column = /^null value in column "([^"]+)"/

const clientError = (fields: object): Error =>
  Object.assign(new Error(), { name: "PrismaClientKnownRequestError" }, fields)

/** Prisma rolls a transaction back at its time limit, and refuses statements of a transaction that has ended. */
const endedTransaction = (atTimeLimit: boolean): MortiseError =>
  atTimeLimit
    ? new MortiseError(
        "transient",
        "Prisma rolled this transaction back at its time limit: raise `timeout` in the options of $transaction, or in transactionOptions of the client.",
      )
    : new MortiseError(
        "unavailable",
        "Prisma did not start this transaction, or has ended it: raise `maxWait` in transactionOptions of the client if its connections are busy, and do not use a transaction after its callback.",
      )
