import Database from "libsql"

type Statement = Database.Statement

/**
 * Opens libSQL's prebuilt SQLite with the better-sqlite3 API, and its manners about values:
 * libSQL ends the whole process on a boolean, where better-sqlite3 throws this error.
 */
export function openLibsql(path: string): Database.Database {
  const database = new Database(path)
  const prepare = database.prepare.bind(database)
  return Object.assign(database, { prepare: (sql: string) => checked(prepare(sql)) })
}

function checked(statement: Statement): Statement {
  const { run, get, all, iterate } = statement
  return Object.assign(statement, {
    run: (...values: unknown[]) => run.call(statement, bindable(values)),
    get: (...values: unknown[]) => get.call(statement, bindable(values)),
    all: (...values: unknown[]) => all.call(statement, bindable(values)),
    iterate: (...values: unknown[]) => iterate.call(statement, bindable(values)),
  })
}

/** One argument for libSQL: the named parameters if they came as an object, else the list of values. */
function bindable(values: unknown[]): unknown {
  const [first] = values
  const named = values.length === 1 && isNamed(first) ? first : values.flat()
  if (Object.values(named).some((value) => typeof value === "boolean")) {
    throw new TypeError("SQLite binds numbers, strings, bigints, buffers and null, not booleans")
  }
  return named
}

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))
