import { openLibsql } from "../../packages/workshop/src/official/open-libsql.ts"

type Outcome = { lastID: number; changes: number }
type Callback = (this: Outcome, error: unknown, rows?: unknown[]) => void
type Values = unknown[] | Record<string, unknown>

/** The part of the callback API of `sqlite3` that Sequelize uses. The binary of that package is not on npm. */
export const sqlite3OverLibsql = { OPEN_READWRITE: 2, OPEN_CREATE: 4, Database: openConnection }

function openConnection(filename: string, _mode: number, opened: (error: null) => void) {
  const database = openLibsql(filename)
  const execute = (sql: string, values: Values = [], done?: Callback) => {
    const outcome: Outcome = { lastID: 0, changes: 0 }
    // Statements run in call order and return their results later, like the queue of sqlite3.
    const answer = (error: unknown, rows?: unknown[]) => setImmediate(() => done?.call(outcome, error, rows))
    try {
      const statement = database.prepare(sql)
      if (statement.reader) return answer(null, statement.all(bound(values)))
      const { changes, lastInsertRowid } = statement.run(bound(values))
      Object.assign(outcome, { changes, lastID: Number(lastInsertRowid) })
      answer(null, [])
    } catch (error) {
      answer(error)
    }
  }
  setImmediate(opened, null)
  const run = (sql: string, values?: Values | Callback, done?: Callback) =>
    typeof values === "function" ? execute(sql, [], values) : execute(sql, values, done)
  return {
    filename,
    run,
    all: run,
    serialize: (work: () => void) => work(),
    close: (closed?: (error: null) => void) => {
      database.close()
      if (closed) setImmediate(closed, null)
    },
  }
}

/** sqlite3 stores whole numbers of 32 bits as integers and booleans as 0 and 1, and includes the `$` in parameter names. */
function bound(values: Values): Values {
  if (Array.isArray(values)) return values.map(native)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.replace(/^\$/, ""), native(value)]),
  )
}

function native(value: unknown): unknown {
  if (typeof value === "boolean") return BigInt(value)
  return typeof value === "number" && (value | 0) === value ? BigInt(value) : value
}
