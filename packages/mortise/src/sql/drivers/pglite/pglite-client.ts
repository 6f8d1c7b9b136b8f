import { perClient } from "../../../shared/per-client.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import type { Engine } from "../../engine.ts"
import { postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { postgres } from "../../engines/postgres/engine.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"
import { statement } from "../../statement.ts"
import { interactive } from "../../transactions/interactive.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { markDroppingPostgres } from "./mark-dropping-postgres.ts"

type Answer = { rows: unknown[]; affectedRows?: number }

/** A PGlite or one of its transactions. */
export type Querying = {
  query(text: string, values: never[], options: { rowMode: "array" }): Promise<Answer>
}

/** The part of a PGlite transaction that Mortise uses. */
export type PgliteTransaction = Querying & {
  exec(text: string): Promise<unknown>
  readonly closed?: boolean
}

/** The part of a `PGlite` that Mortise uses. */
export type PgliteClient = Querying & {
  transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T>
}

export const query = async (on: Querying, { text }: Statement, values: readonly Bound[]): Promise<Result> => {
  const { rows, affectedRows = 0 } = await on.query(text, values as never[], { rowMode: "array" })
  return { rows: rows as unknown[][], count: affectedRows }
}

const open = (client: PgliteClient): Driver => ({
  run: (statement, values) => query(client, statement, values),
  batch: (steps) =>
    client.transaction((transaction) =>
      runSteps(steps, (statement, values) => query(transaction, statement, values)),
    ),
  // The client itself lets its other calls wait.
  transaction: interactive(
    (work) =>
      client.transaction((transaction) =>
        work({
          run: (...step) => query(transaction, ...step),
          command: (text) => transaction.exec(text),
        }),
      ),
    postgresEnds,
  ),
})

const markQuery = statement("SELECT chr(65279) || 'x'")

/** Asks once per client whether it drops a byte order mark at the start of a text, as PGlite 0.5 does. */
const createEngineDetector = perClient((_driver: Driver) => {
  let engine: Engine | undefined
  return async (driver: Driver): Promise<Engine> => {
    const [row] = engine ? [] : (await driver.run(markQuery, [])).rows
    engine ??= row?.[0] === "x" ? markDroppingPostgres : postgres
    return engine
  }
})

const shape = {
  factory: "pgliteAdapter",
  takes: "a PGlite: pgliteAdapter(await PGlite.create())",
  has: ["query", "transaction"],
  lacks: ["connect", "getConnection", "unsafe"],
}

export const pglite: ClientKind<PgliteClient> = defineClient(shape, open, (factory, driver) => ({
  factory,
  driver,
  engine: postgres,
  detectEngine: createEngineDetector(driver),
  durability: "process",
}))
