import { perClient } from "../../../shared/per-client.ts"
import { transactionTurns } from "../../drivers/libsql/async-driver.ts"
import { intercept } from "../../transactions/intercept.ts"
import { endedError, openTurns, type Turns } from "../../transactions/turns.ts"
import { parseEnd } from "../connections/ends-transaction.ts"

/** A transaction's session. It holds the connection in `client`, and with libsql in `tx`. */
export type Session = { readonly client?: object; readonly tx?: object }

/**
 * Where the calls in a session's transactions take turns. A nested transaction shares the outer one's session. Drizzle
 * ends both by statements, which it prepares in the session.
 */
export const getTurns = perClient((session: Session): Turns => {
  const turns = session.tx ? transactionTurns(session.tx) : openTurns()
  // With libsql, Drizzle counts savepoints from 0, otherwise from 1.
  const outerDepth = session.tx ? 1 : 0
  intercept(session, "prepareQuery", ([query], prepare) => {
    const prepared = prepare() as object
    const end = parseEnd((query as { sql?: unknown }).sql)
    for (const method of end ? ["execute", "run"] : [])
      intercept(prepared, method, (_, send) =>
        turns.end((end?.depth ?? 0) + outerDepth, end?.undoes ?? true, () => {
          if (end?.depth === 0) ended.add(session)
          return send()
        }),
      )
    return prepared
  })
  return turns
})

const ended = new WeakSet<Session>()

/**
 * The session's connection, while it may be used. After the transaction, a pooled connection belongs to the pool again.
 */
export function openConnection(session: Session, connection: object): object {
  if (ended.has(session) && "release" in connection) throw endedError()
  return connection
}
