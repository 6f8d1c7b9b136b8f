import Database from "libsql"

type Statement = Database.Statement

/**
 * Opens libSQL's prebuilt SQLite with the better-sqlite3 API, and its manners about values:
 * libSQL ends the whole process on values that SQLite has no type for, where better-sqlite3 throws this error.
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

/** One argument for libSQL: the named parameters if they came as an object, else the list of values. */
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
