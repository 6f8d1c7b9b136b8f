/**
 * A transaction of postgres.js has no method that ends it. So the connection is watched, which the client passes to
 * `onexecute` of a query without parameters: the statement that ends the transaction waits there for our calls.
 */
import { ownSavepoint, type PostgresTransaction } from "../../drivers/postgres/query.ts"
import { intercept } from "../../transactions/intercept.ts"
import type { Turns } from "../../transactions/turns.ts"
import { parseEnd } from "./ends-transaction.ts"

/** A query of postgres.js: `rollback to ${name}` has two strings and one argument. */
type Query = { readonly strings?: readonly string[]; readonly args?: readonly { readonly value?: string }[] }

/** The turns of a transaction, and in how many savepoints of the application it is nested. */
type Watching = { readonly turns: Turns; readonly depth: number }
type Watched = { readonly savepoints: string[]; readonly all: Watching[] }

const watched = new WeakMap<object, Watched>()

/** Ends a transaction's turns with the transaction. Resolves when the connection is known. */
export const watchPostgresJs = (transaction: PostgresTransaction, turns: Turns): Promise<void> =>
  new Promise((resolve) => {
    const onexecute = (connection: object): boolean => {
      const { savepoints, all } = watched.get(connection) ?? watch(connection)
      all.push({ turns, depth: savepoints.length })
      resolve()
      // Other queries may follow before the answer.
      return true
    }
    // If it fails, so does the next statement.
    transaction
      .unsafe("", [], { onexecute })
      .values()
      .catch(() => resolve())
  })

function watch(connection: object): Watched {
  const state: Watched = { savepoints: [], all: [] }
  watched.set(connection, state)
  const restore = intercept(connection, "execute", ([query], send) => {
    const { strings = [], args = [] } = query as Query
    const name = args[0]?.value ?? ""
    if (name.includes(ownSavepoint)) return send()
    if (strings[0] === "savepoint ") state.savepoints.push(name)
    const end = parseEnd(`${strings[0]}${name}`)
    if (!end) return send()
    if (end.depth === 0) {
      watched.delete(connection)
      restore()
    }
    const index = end.depth === 0 ? -1 : state.savepoints.lastIndexOf(name)
    if (index >= 0) state.savepoints.length = index
    // Each set of turns waits for its own calls, then lets the next set end. The last one sends the statement.
    return state.all.reduce(
      (next, { turns, depth }) =>
        () =>
          turns.end(depth > index ? 0 : 1, end.undoes, next),
      send,
    )()
  })
  return state
}
