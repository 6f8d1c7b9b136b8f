import Database from "libsql"
import { onTestFinished } from "vitest"
import type { D1Client } from "../../src/stores/sql/adapters/d1-adapter.ts"
import type { StorageObject } from "./tasks.ts"

type Values = readonly unknown[]
type Emulated = { bind(...values: Values): Emulated; raw(): Promise<unknown>; run(): Promise<unknown> }

function open(): Database.Database {
  const database = new Database(":memory:")
  onTestFinished(() => void database.close())
  database.exec("PRAGMA foreign_keys = ON")
  return database
}

/** Runs work that is kept as a whole or undone as a whole. */
function atomically<T>(database: Database.Database, work: () => T): T {
  const undo = (): void => void database.exec("ROLLBACK TO place; RELEASE place")
  database.exec("SAVEPOINT place")
  const end = (result: T): T => {
    database.exec("RELEASE place")
    return result
  }
  try {
    const result = work()
    if (!(result instanceof Promise)) return end(result)
    return result.then(end, (error) => {
      undo()
      throw error
    }) as T
  } catch (error) {
    undo()
    throw error
  }
}

/** D1's interface on SQLite in this process. It has no replicas, so what a session may read is only noted. */
export function openD1(): { readonly DB: D1Client } {
  const database = open()
  const runs = new WeakMap<object, () => { readonly results: readonly unknown[]; readonly meta: object }>()
  const bound = (text: string, values: Values): Emulated => {
    const statement = () => database.prepare(text)
    const run = () => {
      const prepared = statement()
      if (prepared.reader) return { results: prepared.all(...values), meta: {} }
      return { results: [], meta: { changes: prepared.run(...values).changes } }
    }
    const emulated: Emulated = {
      bind: (...more) => bound(text, more),
      raw: async () =>
        statement()
          .raw()
          .all(...values),
      run: async () => run(),
    }
    runs.set(emulated, run)
    return emulated
  }
  const session = {
    prepare: (text: string) => bound(text, []),
    batch: async (statements: readonly object[]) =>
      atomically(database, () => statements.map((statement) => runs.get(statement)?.() ?? {})),
  }
  return { DB: { ...session, withSession: () => session } }
}

/** The storage of a Durable Object on SQLite in this process. */
export function openDurableObject(): { readonly ctx: StorageObject } {
  const database = open()
  const exec = (text: string, ...values: Values) => {
    const prepared = database.prepare(text)
    const rows = prepared.reader ? (prepared.raw().all(...values) as unknown[][]) : []
    if (!prepared.reader) prepared.run(...values)
    return { raw: () => rows, toArray: () => rows }
  }
  const storage = {
    sql: { exec },
    transactionSync: <T>(work: () => T): T => atomically(database, work),
    transaction: <T>(work: () => Promise<T>): Promise<T> => atomically(database, work),
  }
  return { ctx: { storage, abort: () => {} } }
}
