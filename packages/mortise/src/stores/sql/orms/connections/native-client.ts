import { mariadb } from "../../engines/mysql/clients/mariadb.ts"
import { mysql2 } from "../../engines/mysql/clients/mysql2.ts"
import { pg } from "../../engines/postgres/clients/pg.ts"
import { pglite } from "../../engines/postgres/clients/pglite.ts"
import { postgresJs } from "../../engines/postgres/clients/postgres.ts"
import { betterSqlite3 } from "../../engines/sqlite/clients/better-sqlite3.ts"
import { bunSqlite } from "../../engines/sqlite/clients/bun-sqlite.ts"
import { libsqlClient, libsqlDatabase } from "../../engines/sqlite/clients/libsql.ts"
import { nodeSqlite } from "../../engines/sqlite/clients/node-sqlite.ts"
import { type ClientKind, type ClientShape, fitsShape, type SqlClient } from "../../sql-client.ts"

type Kind = { readonly shape: ClientShape; describe(client: never): SqlClient }

const withMember = <C extends object>(
  { shape, describe }: ClientKind<C>,
  ...members: readonly string[]
): Kind => ({ shape: { ...shape, has: [...shape.has, ...members] }, describe })

// The first that fits. A client of pg and a `Database` of Bun have few members that others lack.
const kinds: readonly Kind[] = [
  libsqlDatabase,
  withMember(betterSqlite3, "pragma"),
  libsqlClient,
  mysql2,
  withMember(mariadb, "importFile"),
  postgresJs,
  pg,
  withMember(pglite, "waitReady"),
  bunSqlite,
  withMember(nodeSqlite, "location"),
]

/**
 * The driver of a client that an ORM wraps, recognized by the members of the client: the ORM's own connections, with
 * prepared statements and batches. Returns `undefined` for a client that no driver knows.
 */
export function nativeClient(client: unknown): SqlClient | undefined {
  const reached = promisePool(client)
  return kinds.find(({ shape }) => fitsShape(reached, shape))?.describe(reached as never)
}

const promisePools = new WeakMap<object, unknown>()

// A callback pool of mysql2 makes a new promise pool at each call; drivers are cached by client.
function promisePool(client: unknown): unknown {
  const { promise, getConnection } = Object(client) as { promise?: () => unknown; getConnection?: unknown }
  if (typeof promise !== "function" || typeof getConnection !== "function") return client
  const known = promisePools.get(client as object) ?? promise.call(client)
  promisePools.set(client as object, known)
  return known
}
