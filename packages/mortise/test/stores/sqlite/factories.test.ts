import { describe, expect, test } from "vitest"
import type { ClientNameOn } from "../../../src/cli/drivers/clients.ts"
import type { SqlAdapter } from "../../../src/contract/adapter.ts"
import { manifest } from "../../../src/contract/adapter-parts.ts"
import { betterSqlite3Adapter } from "../../../src/stores/sql/drivers/better-sqlite3/better-sqlite3-adapter.ts"
import { bunSqliteAdapter } from "../../../src/stores/sql/drivers/bun-sqlite/bun-sqlite-adapter.ts"
import { d1Adapter } from "../../../src/stores/sql/drivers/d1/d1-adapter.ts"
import { durableObjectAdapter } from "../../../src/stores/sql/drivers/durable-object/durable-object-adapter.ts"
import { libsqlAdapter } from "../../../src/stores/sql/drivers/libsql/libsql-adapter.ts"
import { nodeSqliteAdapter } from "../../../src/stores/sql/drivers/node-sqlite/node-sqlite-adapter.ts"
import { tursoAdapter } from "../../../src/stores/sql/drivers/turso/turso-adapter.ts"

const touched = () => expect.unreachable("a factory touched its client")
const connection = () => ({
  prepare: touched,
  exec: touched,
  get inTransaction(): boolean {
    return touched()
  },
})
const nodeConnection = () => ({
  prepare: touched,
  exec: touched,
  get isTransaction(): boolean {
    return touched()
  },
})

const factories: Record<ClientNameOn<"sqlite"> | "@libsql/client", () => SqlAdapter> = {
  libsql: () => libsqlAdapter(connection()),
  "@libsql/client": () => libsqlAdapter({ execute: touched, batch: touched, protocol: "http" }),
  "node-sqlite": () => nodeSqliteAdapter(nodeConnection()),
  "better-sqlite3": () => betterSqlite3Adapter(connection()),
  "bun-sqlite": () => bunSqliteAdapter(connection()),
  turso: () => tursoAdapter({ prepare: touched, exec: touched, transactionAsync: touched }),
  d1: () => d1Adapter({ prepare: touched, batch: touched, withSession: touched }),
  "durable-object": () =>
    durableObjectAdapter({ sql: { exec: touched }, transactionSync: touched, transaction: touched }),
}

describe.each(Object.entries(factories))("the factory for %s", (name, make) => {
  test("does not touch its client", () => {
    expect(Object.keys(make())).toHaveLength(19)
  })

  test("has the manifest of SQLite", () => {
    expect(manifest(make())).toMatchObject({
      store: "sqlite",
      removal: "atomic",
      durability: ["d1", "durable-object"].includes(name) ? "replicated" : "process",
      roundTrips: { getSessionAndUser: 1, createUser: 1, deleteUser: 1, useVerificationToken: 1 },
    })
  })
})

test.each([
  ["libsqlAdapter", libsqlAdapter],
  ["tursoAdapter", tursoAdapter],
])(
  "%s refuses a connection of @tursodatabase/serverless, which prepares statements on the server",
  (name, make) => {
    const own = { inTransaction: false, transactionAsync: touched, reconnect: touched }
    expect(() => make({ prepare: touched, exec: touched, ...own } as never)).toThrow(`${name} takes`)
  },
)
