import { perClient } from "../../../../shared/per-client.ts"
import { transactionTurns } from "../../drivers/libsql/async-driver.ts"
import { intercept } from "../../transactions/intercept.ts"
import { endedError, openTurns, type Turns } from "../../transactions/turns.ts"
import { endOf } from "../connections/ends-transaction.ts"

/** The session of a transaction holds its connection; that of libsql is in `tx`. */
export type Session = { readonly client?: object; readonly tx?: object }

/**
 * Where the calls in the transactions of a session take turns. A nested transaction has the session of the outer one.
 * Drizzle ends them by statements, which it prepares in the session.
 */
export const turnsOf = perClient((session: Session): Turns => {
  const turns = session.tx ? transactionTurns(session.tx) : openTurns()
  // The savepoints of libsql are counted from 0, and those of the others from 1.
  const first = session.tx ? 1 : 0
  intercept(session, "prepareQuery", ([query], prepare) => {
    const prepared = prepare() as object
    const end = endOf((query as { sql?: unknown }).sql)
    for (const method of end ? ["execute", "run"] : [])
      intercept(prepared, method, (_, send) =>
        turns.end((end?.depth ?? 0) + first, end?.undoes ?? true, () => {
          if (end?.depth === 0) ended.add(session)
          return send()
        }),
      )
    return prepared
  })
  return turns
})

const ended = new WeakSet<Session>()

/** The connection of a session. That of a pool is returned to it after the transaction; a single client has others. */
export function openConnection(session: Session, connection: object): object {
  if (ended.has(session) && "release" in connection) throw endedError()
  return connection
}
