/** SQLite as Cloudflare runs it, in D1 and in Durable Objects. */
import type { Violation } from "../../dialect.ts"
import type { Engine } from "../../engine.ts"
import type { Introspection } from "../../introspection/introspection.ts"
import { sqliteDialect } from "./dialect.ts"
import { catalog } from "./engine.ts"
import { violation } from "./violation.ts"

/** The code of SQLite at the end of a message: `UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT`. */
const ending = /: (SQLITE_[A-Z]+)(_[A-Z_]+)?( \(extended: [A-Z_]+\))?$/

// The database refused a request before it ran.
const refused = /^D1 DB is overloaded|: D1 DB is overloaded|^Durable Object is overloaded/

function workersViolation(error: unknown): Violation | undefined {
  const { message = "" } = Object(error) as { message?: string }
  if (refused.test(message)) return { code: "unavailable" }
  const code = ending.exec(message)?.[1]
  return violation(code ? { message: message.replace(ending, ""), code } : error)
}

const dialect = { ...sqliteDialect, violation: workersViolation }

// The platform decides the settings of a connection, and does not show them. Foreign keys are always on.
const introspection = async (): Promise<Introspection> => ({
  ...(await import("./introspection/introspection.ts")).sqliteIntrospection,
  checkSettings: async () => [],
  async readServer(ask) {
    const [row = []] = await ask("SELECT (julianday('now') - 2440587.5) * 86400000")
    return { now: Number(row[0]), faults: [] }
  },
})

export const workersSqlite: Engine = { dialect, introspection, catalog }

/** For clients that return rows as objects: every column has a unique name. */
export const workersSqliteWithObjects: Engine = {
  dialect: { ...dialect, namesColumns: true },
  introspection,
  catalog,
}
