import type { DBAdapter } from "better-auth/adapters"
import type { Database } from "../../packages/mortise/src/better-auth/index.ts"
import { type Cell, masked } from "../protocol.ts"
import { rowsIn } from "./describe-call.ts"
import { toCell } from "./mask.ts"
import type { ObservedCall } from "./watch-adapter.ts"

type Fields = Readonly<Record<string, unknown>>
type Condition = { readonly field: string; readonly operator?: string; readonly value: unknown }
type Argument = {
  readonly model: string
  readonly where?: readonly Condition[]
  readonly data?: Fields
  readonly update?: Fields
}

/** The methods of Better Auth's adapter: the verb for the page, and the word for a call that found its row. */
const methods = {
  create: ["insert", "stored"],
  findOne: ["find", "found"],
  findMany: ["list", "found"],
  count: ["count", "counted"],
  update: ["update", "changed"],
  updateMany: ["update", "changed"],
  incrementOne: ["update", "changed"],
  consumeOne: ["take", "taken"],
  delete: ["delete", "done"],
  deleteMany: ["delete", "removed"],
} as const

/** The token of a session, and both halves of a verification: its identifier is the hash of a link's token. */
const secretFields = /token|password|secret|^identifier$|^value$/i

/** Reports every call that Better Auth makes to its adapter. */
export function watchBetterAuth(
  database: Database,
  observe: (call: ObservedCall) => Promise<unknown>,
): Database {
  return (options) => {
    const adapter = database(options)
    const calls = adapter as unknown as Record<string, (argument: Argument) => unknown>
    const watched = Object.entries(methods).map(([operation, [verb, word]]) => {
      const run = (argument: Argument) =>
        observe({
          operation,
          described: { verb, tables: argument.model, input: readInput(argument) },
          run: () => calls[operation]?.(argument),
          formatOutcome: (answer) => (operation === "delete" || rowsIn(answer) > 0 ? word : "nothing"),
        })
      return [operation, run]
    })
    const wrapped: DBAdapter = {
      ...adapter,
      ...Object.fromEntries(watched),
      // Calls of the adapter that are made in the callback join the transaction.
      transaction: (callback) => adapter.transaction(() => callback(wrapped)),
    }
    return wrapped
  }
}

/** The conditions and the new values of a call, with masked secrets. */
function readInput({ where = [], data, update }: Argument): Record<string, Cell> {
  const conditions = where.map(({ field, value }) => [field, value] as const)
  const entries = [...conditions, ...Object.entries({ ...data, ...update })].map(
    ([name, value]): [string, Cell] => [name, shownCell(name, value)],
  )
  return Object.fromEntries(entries.filter(([, cell]) => cell !== null))
}

/** A value of one of Better Auth's fields for the page. */
export const shownCell = (name: string, value: unknown): Cell =>
  value !== null && value !== undefined && secretFields.test(name) ? masked : toCell(name, value)
