import { perClient } from "../../../shared/per-client.ts"
import { intercept } from "../../transactions/intercept.ts"
import { openTurns, type Scope, type Turns } from "../../transactions/turns.ts"

type Level = { readonly turns: Turns; readonly depth: number; readonly scope: Scope }

/** The scopes of transactions that `commit` and `rollback` methods end. */
export function createTransactionScope<T extends object>(
  outerOf: (transaction: T) => T | undefined,
): (transaction: T) => Scope {
  const level: (transaction: T) => Level = perClient((transaction) => {
    const outer = outerOf(transaction)
    const { turns, depth } = outer ? nestedIn(level(outer)) : { turns: openTurns(), depth: 0 }
    intercept(transaction, "commit", (_, send) => turns.end(depth, false, send))
    intercept(transaction, "rollback", (_, send) => turns.end(depth, true, send))
    return { turns, depth, scope: turns.at(depth) }
  })
  return (transaction) => level(transaction).scope
}

// A nested transaction uses the outer one's turns, because they share a connection.
const nestedIn = ({ turns, depth }: Level) => ({ turns, depth: depth + 1 })
