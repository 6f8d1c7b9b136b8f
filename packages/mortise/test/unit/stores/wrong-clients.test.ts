import { createClient } from "@libsql/client"
import Database from "libsql"
import { createPool as createMariadbPool } from "mariadb"
import { createPool as createCallbackPool } from "mysql2"
import { createPool as createMysql2Pool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, describe, expect, test } from "vitest"
import type { ClientNameOn } from "../../../src/cli/drivers/clients.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { betterSqlite3Adapter } from "../../../src/stores/sql/drivers/better-sqlite3/better-sqlite3-adapter.ts"
import { bunSqlAdapter } from "../../../src/stores/sql/drivers/bun-sql/bun-sql-adapter.ts"
import { bunSqliteAdapter } from "../../../src/stores/sql/drivers/bun-sqlite/bun-sqlite-adapter.ts"
import { d1Adapter } from "../../../src/stores/sql/drivers/d1/d1-adapter.ts"
import { durableObjectAdapter } from "../../../src/stores/sql/drivers/durable-object/durable-object-adapter.ts"
import { libsqlAdapter } from "../../../src/stores/sql/drivers/libsql/libsql-adapter.ts"
import { mariadbAdapter } from "../../../src/stores/sql/drivers/mariadb/mariadb-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/drivers/mysql2/mysql2-adapter.ts"
import { neonAdapter } from "../../../src/stores/sql/drivers/neon/neon-adapter.ts"
import { nodeSqliteAdapter } from "../../../src/stores/sql/drivers/node-sqlite/node-sqlite-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/drivers/pg/pg-adapter.ts"
import { pgliteAdapter } from "../../../src/stores/sql/drivers/pglite/pglite-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/drivers/postgres/postgres-adapter.ts"
import { tursoAdapter } from "../../../src/stores/sql/drivers/turso/turso-adapter.ts"

// None of these connects before it is used.
const uri = "mysql://root@127.0.0.1:1/none"
const clients = {
  pg: new Pool({ host: "127.0.0.1", port: 1 }),
  postgres: postgres("postgres://127.0.0.1:1/none"),
  mysql2: createMysql2Pool({ uri }),
  "mysql2 with callbacks": createCallbackPool({ uri }),
  mariadb: createMariadbPool({ host: "127.0.0.1", port: 1, minimumIdle: 0, initializationTimeout: 0 }),
  libsql: new Database(":memory:"),
  "@libsql/client": createClient({ url: ":memory:" }),
}
afterAll(async () => {
  await Promise.allSettled([clients.mysql2.end(), clients.mariadb.end(), clients.postgres.end()])
  clients["mysql2 with callbacks"].end()
})

type Factory = (client: never, options?: never) => unknown
type SqlClientName = ClientNameOn<"postgres" | "mysql" | "sqlite">
const factories: Record<SqlClientName, { factory: Factory; takes: readonly string[]; says: string }> = {
  pg: { factory: pgAdapter, takes: ["pg"], says: "a Pool or Client of pg" },
  postgres: { factory: postgresAdapter, takes: ["postgres"], says: "what postgres() returns" },
  // Its pool is pg's.
  neon: { factory: neonAdapter, takes: ["pg"], says: "a Pool or Client of @neondatabase/serverless" },
  pglite: { factory: pgliteAdapter, takes: [], says: "a PGlite" },
  mysql2: { factory: mysql2Adapter, takes: ["mysql2"], says: "a pool" },
  mariadb: { factory: mariadbAdapter, takes: ["mariadb"], says: "a pool of mariadb" },
  libsql: {
    factory: libsqlAdapter,
    takes: ["libsql", "@libsql/client"],
    says: "a Database of libsql",
  },
  "node-sqlite": { factory: nodeSqliteAdapter, takes: [], says: "a DatabaseSync of node:sqlite" },
  turso: { factory: tursoAdapter, takes: [], says: "a Database of @tursodatabase/database" },
  // libsql has the interface of better-sqlite3, and works with its adapter.
  "better-sqlite3": {
    factory: betterSqlite3Adapter,
    takes: ["libsql"],
    says: "a Database of better-sqlite3",
  },
  "bun-sql": { factory: bunSqlAdapter, takes: [], says: "a SQL of Bun" },
  "bun-sqlite": { factory: bunSqliteAdapter, takes: [], says: "a Database of bun:sqlite" },
  d1: { factory: d1Adapter, takes: [], says: "a D1 database" },
  "durable-object": {
    factory: durableObjectAdapter,
    takes: [],
    says: "the storage of a Durable Object with SQLite",
  },
}

const cases = Object.values(factories).map((each) => ({ ...each, name: each.factory.name }))

describe.each(cases)("SEC-U5 $name", ({ name, factory, takes, says }) => {
  const refusal = (client: unknown): string => {
    try {
      factory(client as never)
    } catch (error) {
      expect(error).toMatchObject({ name: "MortiseError", code: "invalid" })
      return (error as Error).message
    }
    return "taken"
  }

  test.each([
    ["nothing", undefined, "It received nothing."],
    ["a connection string", "postgres://user:hunter2@host/db", "It received a string."],
    ["an empty object", {}, "It received an object without"],
    ["a promise of a client", Promise.resolve(clients.pg), "It received a promise: await it first."],
  ])("refuses %s and says what to pass", (_, client, received) => {
    const message = refusal(client)
    expect(message).toContain(`${name} takes ${says}`)
    expect(message).toContain(received)
    expect(message).not.toContain("hunter2")
  })

  test.each(Object.entries(clients))("takes a client of its own package only (%s)", (of, client) => {
    if (takes.includes(of)) expect(refusal(client)).toBe("taken")
    else expect(refusal(client)).toContain(`${name} takes ${says}`)
  })

  const failureOf = async (source: () => unknown) => {
    const adapter = factory(source as never) as SqlAdapter
    return adapter.getUser("00000000-0000-0000-0000-000000000000").then(
      () => "no failure",
      (error) => error,
    )
  }

  test.each([
    ["nothing", () => undefined, "It received nothing."],
    ["an empty object", async () => ({}), "It received an object without"],
    ["another function", () => () => clients.libsql, "It received an object without"],
  ])("refuses a function that returns %s, at the first call", async (_, source, received) => {
    const failure = await failureOf(source)
    expect(failure).toMatchObject({ name: "MortiseError", code: "invalid" })
    expect(failure.message).toContain(`${name} takes ${says}`)
    expect(failure.message).toContain(received)
  })

  test("reports a function that throws as unavailable, without the message of its error", async () => {
    const failure = await failureOf(() => {
      throw new Error("no secret hunter2")
    })
    expect(failure).toMatchObject({ name: "MortiseError", code: "unavailable" })
    expect(failure.message).toContain(`The function that was passed to ${name} threw`)
    expect(`${failure.message} ${failure.cause?.message}`).not.toContain("hunter2")
  })

  test("refuses a class instead of an instance", () => {
    expect(refusal(Pool)).toContain(`${name} takes ${says}`)
  })

  test("refuses an option that it does not have", () => {
    const [own] = takes
    if (own === undefined) return
    const client = clients[own as keyof typeof clients]
    expect(() => factory(client as never, { scheme: 1 } as never)).toThrow(
      `${name}: there is no option "scheme"; did you mean "schema"?`,
    )
  })
})
