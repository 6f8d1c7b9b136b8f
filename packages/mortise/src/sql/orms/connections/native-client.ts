import type { Driver } from "../../driver.ts"
import { betterSqlite3 } from "../../drivers/better-sqlite3/better-sqlite3-client.ts"
import { bunSqlite } from "../../drivers/bun-sqlite/bun-sqlite-client.ts"
import { d1 } from "../../drivers/d1/d1-client.ts"
import { durableObject } from "../../drivers/durable-object/durable-object-client.ts"
import { libsql, libsqlDatabase } from "../../drivers/libsql/libsql-client.ts"
import { mariadb } from "../../drivers/mariadb/mariadb-client.ts"
import { mysql2 } from "../../drivers/mysql2/mysql2-client.ts"
import { nodeSqlite } from "../../drivers/node-sqlite/node-sqlite-client.ts"
import { pg } from "../../drivers/pg/pg-client.ts"
import { pglite } from "../../drivers/pglite/pglite-client.ts"
import { postgresJs } from "../../drivers/postgres/postgres-client.ts"
import { type ClientKind, type ClientShape, fitsShape, type SqlClient } from "../../sql-client.ts"

/** A kind of client, of which only the shape is known before it is found. */
export type Kind = {
  readonly shape: ClientShape
  getDriver(client: never): Driver
  describe(driver: Driver, client: never): SqlClient
}

/** A kind that is recognized by further members. */
export const withMember = <C extends object>(kind: ClientKind<C>, ...members: readonly string[]): Kind => ({
  ...kind,
  shape: { ...kind.shape, has: [...kind.shape.has, ...members] },
})

// In this order, because pg's clients and Bun's `Database` have few members that others lack.
const kinds: readonly Kind[] = [
  libsqlDatabase,
  withMember(betterSqlite3, "pragma"),
  libsql,
  mysql2,
  withMember(mariadb, "importFile"),
  postgresJs,
  pg,
  withMember(pglite, "waitReady"),
  bunSqlite,
  withMember(nodeSqlite, "location"),
  d1,
  durableObject,
]

/**
 * The driver for a client that an ORM wraps, recognized by the client's members. It uses the ORM's own connections,
 * with prepared statements and batches. Returns `undefined` for a client that no driver knows. `more` are kinds that no
 * other kind resembles.
 */
export function nativeClient(client: unknown, more: readonly Kind[] = []): SqlClient | undefined {
  const reached = promisePool(client)
  const kind = [...more, ...kinds].find(({ shape }) => fitsShape(reached, shape))
  return kind?.describe(kind.getDriver(reached as never), reached as never)
}

const promisePools = new WeakMap<object, unknown>()

// A callback pool of mysql2 makes a new promise pool at each call, but drivers are cached by client.
function promisePool(client: unknown): unknown {
  const { promise, getConnection } = Object(client) as { promise?: () => unknown; getConnection?: unknown }
  if (typeof promise !== "function" || typeof getConnection !== "function") return client
  const pool = promisePools.get(client as object) ?? promise.call(client)
  promisePools.set(client as object, pool)
  return pool
}
