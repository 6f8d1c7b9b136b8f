import type { DBAdapter, Where } from "better-auth"
import { kyselyOnSqlite, type SqliteSetup } from "../support/kysely-on-sqlite.ts"

/** A database with one planted defect, and the flow in which a visitor sees it. */
export type FlowMutant = {
  readonly name: string
  /** What goes wrong, in one line. */
  readonly defect: string
  /** The cases that find it. */
  readonly by: readonly string[]
  open(): SqliteSetup
}

type Methods = Omit<DBAdapter, "id" | "options" | "transaction" | "createSchema">
type Overrides = Partial<{ [Name in keyof Methods]: (given: never) => Promise<unknown> }>

/** Replaces methods of the adapter, inside transactions too. */
export const breaking = (overrides: (good: Methods) => Overrides, setup = kyselyOnSqlite()): SqliteSetup => {
  const broken = <Adapter extends Methods>(good: Adapter): Adapter => ({ ...good, ...overrides(good) })
  return {
    ...setup,
    database: (options) => {
      const good = setup.database(options)
      return { ...broken(good), transaction: (work) => good.transaction((inside) => work(broken(inside))) }
    },
  }
}

/** Runs the work of transactions without one. */
export const withoutTransactions = (setup = kyselyOnSqlite()): SqliteSetup => ({
  ...setup,
  database(options) {
    const good = setup.database(options)
    return { ...good, transaction: (work) => work(good) }
  },
})

/** The time that a database takes to answer, in which other calls run. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2))

export type Given = { model: string; where: Where[] }
export type Row = Record<string, unknown> & { id: string }

export const idOf = ({ id }: Row): Where[] => [{ field: "id", value: id }]
