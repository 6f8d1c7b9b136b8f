import type { Driver } from "../../driver.ts"
import { joinedSerialDriver, serialDriver } from "../../engines/sqlite/serial-connection.ts"
import { isRead } from "../../statement.ts"
import type { OwnConnection } from "../../transactions/interactive.ts"
import { command, type Querying, query } from "./query.ts"

/** The part of Bun's `SQL` that begins a transaction. */
export type Beginning = {
  begin<T>(mode: string, work: (transaction: Querying) => Promise<T>): Promise<T>
}

/**
 * A driver for SQLite. Bun's `SQL` has one connection, and its statements join a transaction that is open. Only `begin`
 * waits until that ends, so each statement gets a transaction of its own.
 */
export const fileDriver = (file: Querying & Beginning): Driver =>
  serialDriver({
    run: (statement, values) =>
      file.begin(isRead(statement) ? "deferred" : "immediate", (inside) => query(inside, statement, values)),
    begin: (work) => file.begin("immediate", (inside) => work(toConnection(inside))),
    settle: () => file.begin("deferred", async () => {}),
    ask: askOn(file),
  })

/** A driver inside a transaction of SQLite that the application opened. */
export const joinFile = (transaction: Querying): Driver =>
  joinedSerialDriver({ ...toConnection(transaction), ask: askOn(transaction) })

const toConnection = (inside: Querying): OwnConnection => ({
  run: (...step) => query(inside, ...step),
  command: (text) => command(inside, text),
})

const askOn =
  (on: Querying) =>
  async (text: string): Promise<unknown> =>
    ((await on.unsafe(text).values()) as unknown[][])[0]?.[0]
