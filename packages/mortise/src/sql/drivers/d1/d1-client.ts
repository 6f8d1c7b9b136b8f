import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { workersSqliteWithObjects } from "../../engines/sqlite/workers-sqlite.ts"
import { type ClientKind, defineClient, type SqlClient } from "../../sql-client.ts"

type Answer = { readonly results?: readonly object[]; readonly meta?: { readonly changes?: number } }
type Prepared = {
  bind(...values: readonly Bound[]): Prepared
  raw(): Promise<unknown[][]>
  run(): Promise<Answer>
}

/** The part of a D1 database, or of one of its sessions, that Mortise uses. */
export type D1Client = {
  prepare(text: string): object
  batch(statements: never[]): Promise<readonly object[]>
  withSession?(constraint: "first-primary" | "first-unconstrained"): object
}

const shape = {
  factory: "d1Adapter",
  takes: "a D1 database: d1Adapter(env.DB)",
  has: ["prepare", "batch"],
  lacks: ["execute", "inTransaction", "pragma"],
}

/** A session for each call: the first statement of a session chooses between the primary and a replica. */
const openSession = (client: D1Client, isStale: boolean): D1Client =>
  (client.withSession?.(isStale ? "first-unconstrained" : "first-primary") as D1Client | undefined) ?? client

const prepare = (on: D1Client, { text }: Statement, values: readonly Bound[]): Prepared =>
  (on.prepare(text) as Prepared).bind(...values)

/** A driver that sends session lookups to replicas if stale reads are allowed, and everything else to the primary. */
const open = (client: D1Client, allowStaleReads: boolean): Driver => ({
  async run(statement, values): Promise<Result> {
    const session = openSession(client, allowStaleReads && statement.isLookup === true)
    const prepared = prepare(session, statement, values)
    if (!statement.returns) return { rows: [], count: (await prepared.run()).meta?.changes ?? 0 }
    const rows = await prepared.raw()
    return { rows, count: rows.length }
  },
  // D1 runs a batch as one transaction, on the primary.
  async batch(steps) {
    const session = openSession(client, false)
    const answers: readonly Answer[] = await session.batch(
      steps.map(([statement, values]) => prepare(session, statement, values) as never),
    )
    return answers.map(({ results = [], meta }) => ({
      rows: results.map((row) => Object.values(row)),
      count: meta?.changes ?? 0,
    }))
  },
})

const describe = (factory: string, driver: Driver): SqlClient => ({
  factory,
  driver,
  engine: workersSqliteWithObjects,
  durability: "replicated",
  hasReplicas: true,
  // In Workers, a request cannot wait for what another request sent.
  isolatesCalls: true,
})

export const d1: ClientKind<D1Client> = defineClient(shape, (client) => open(client, false), describe)

/** A database whose session lookups may be stale. */
export const staleD1: ClientKind<D1Client> = defineClient(shape, (client) => open(client, true), describe)
