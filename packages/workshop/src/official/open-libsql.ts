import Database from "libsql"

type Statement = Database.Statement

/**
 * Opens the prebuilt SQLite of libSQL with the API of better-sqlite3, including its check of values: for a value that
 * SQLite has no type for, better-sqlite3 throws this error, but libSQL ends the process.
 */
export function openLibsql(path: string): Database.Database {
  const database = new Database(path)
  const prepare = database.prepare.bind(database)
  return Object.assign(database, { prepare: (sql: string) => checked(prepare(sql), sql) })
}

function checked(statement: Statement, sql: string): Statement {
  const hasNames = /[:@$]\w/.test(sql)
  const { run, get, all, iterate } = statement
  return Object.assign(statement, {
    run: (...values: unknown[]) => run.call(statement, bindable(values, hasNames)),
    get: (...values: unknown[]) => get.call(statement, bindable(values, hasNames)),
    all: (...values: unknown[]) => all.call(statement, bindable(values, hasNames)),
    iterate: (...values: unknown[]) => iterate.call(statement, bindable(values, hasNames)),
  })
}

/** One argument for libSQL: the named parameters if they were passed as an object, otherwise the list of values. */
function bindable(values: unknown[], hasNames: boolean): unknown {
  const [first] = values
  const named = hasNames && values.length === 1 && isNamed(first) ? first : values.flat()
  if (!Object.values(named).every(isBindable))
    throw new TypeError("SQLite binds numbers, strings, bigints, buffers and null, nothing else")
  return named
}

const isBindable = (value: unknown): boolean =>
  value === null || ["string", "number", "bigint"].includes(typeof value) || value instanceof Uint8Array

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))
