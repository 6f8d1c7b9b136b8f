import type { D1Client } from "../../src/stores/sql/adapters/d1-adapter.ts"

type Statement = Record<"bind" | "raw" | "run", (...values: unknown[]) => unknown>

/** A D1 database that counts the requests that are sent to it, and notes the sessions that are opened. */
export function counted(database: D1Client) {
  const count = { requests: 0, sessions: new Set<string>() }
  const originals = new WeakMap<object, object>()
  const watchStatement = (statement: Statement): Statement => {
    const watched: Statement = {
      bind: (...values) => watchStatement(statement.bind(...values) as Statement),
      raw() {
        count.requests++
        return statement.raw()
      },
      run() {
        count.requests++
        return statement.run()
      },
    }
    originals.set(watched, statement)
    return watched
  }
  const watch = (on: D1Client): D1Client => ({
    prepare: (text) => watchStatement(on.prepare(text) as Statement),
    batch(statements: object[]) {
      count.requests++
      return on.batch(statements.map((each) => originals.get(each)) as never[])
    },
    withSession(constraint) {
      count.sessions.add(constraint)
      return watch(on.withSession?.(constraint) as D1Client)
    },
  })
  return { client: watch(database), count }
}
