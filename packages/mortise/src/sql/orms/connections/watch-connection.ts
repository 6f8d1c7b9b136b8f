import { intercept } from "../../transactions/intercept.ts"
import type { Turns } from "../../transactions/turns.ts"
import { parseEnd } from "./ends-transaction.ts"

/** The methods of a connection that send a statement, and how to read its text from their arguments. */
type Methods = Readonly<Record<string, (first: never) => unknown>>

const watched = new WeakMap<object, Set<Turns>>()

/** Fails the calls in all transactions on a connection: the rollback of one was requested, but is not sent yet. */
export function undoCalls(connection: object, depth: number): void {
  for (const turns of watched.get(connection) ?? []) turns.close(depth, true)
}

/** Ends a transaction's turns with the transaction. The connection outlives both: the next transaction uses it too. */
export function watchConnection(connection: object, methods: Methods, turns: Turns): void {
  const existing = watched.get(connection)
  if (existing) return void existing.add(turns)
  const all = new Set([turns])
  watched.set(connection, all)
  const restores = Object.entries(methods).map(([name, readText]) =>
    intercept(connection, name, ([first], send) => {
      const end = parseEnd(readText(first as never))
      if (!end) return send()
      if (end.depth === 0) {
        watched.delete(connection)
        for (const restore of restores) restore()
      }
      // Each set of turns waits for its own calls, then lets the next set end. The last one sends the statement.
      return [...all].reduce((next, turnSet) => () => turnSet.end(end.depth, end.undoes, next), send)()
    }),
  )
}
