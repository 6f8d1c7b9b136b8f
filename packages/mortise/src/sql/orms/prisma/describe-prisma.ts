import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Engine } from "../../engine.ts"
import type { SqlClient } from "../../sql-client.ts"
import { describeJoined, describeRaw } from "../connections/describe-client.ts"
import { nativeClient } from "../connections/native-client.ts"
import { rawEngines } from "../connections/raw-engine.ts"
import { createCalls, joinedCalls } from "./prisma-calls.ts"
import type { PrismaClient, ReadClient } from "./prisma-client.ts"
import { libsqlDriver } from "./prisma-libsql.ts"

const factory = "prismaAdapter"

// Cached, because frameworks make an adapter for every request, and a transaction's adapters must take turns.
const descriptions = perClient((_client: PrismaClient) => new Map<string, SqlClient>())

/** Describes a client or a transaction. `asksInsertId` is for MySQL tables with generated ids. */
export function describePrisma(
  client: PrismaClient,
  read: ReadClient,
  engine: EngineName,
  asksInsertId: boolean,
): SqlClient {
  const clientsByKey = descriptions(client)
  const key = `${engine} ${asksInsertId}`
  const description = clientsByKey.get(key) ?? describe(client, read, engine, asksInsertId)
  clientsByKey.set(key, description)
  return description
}

function describe(
  client: PrismaClient,
  { configuration, isTransaction, libsql, pool, limits }: ReadClient,
  engine: EngineName,
  asksInsertId: boolean,
): SqlClient {
  const engineOverride = engine === "sqlite" && { engine: prismaSqlite }
  if (isTransaction) {
    const joined = describeJoined(factory, engine, joinedCalls(client, asksInsertId))
    return { ...joined, ...engineOverride, owner: configuration }
  }
  const raw = describeRaw(factory, engine, createCalls(client, asksInsertId, limits))
  if (libsql) return { ...raw, ...engineOverride, driver: libsqlDriver(libsql, raw.driver) }
  return nativeClient(pool) ?? { ...raw, ...engineOverride }
}

const engines: Readonly<Record<string, EngineName>> = {
  postgresql: "postgres",
  postgres: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
}

/** The engine of a client, by the provider in schema.prisma. */
export function prismaEngine(provider: string, dialect?: EngineName): EngineName {
  const engine = dialect ?? engines[provider]
  if (engine && engine in rawEngines) return engine
  throwInvalid(
    `prismaAdapter works with PostgreSQL, MySQL, MariaDB and SQLite, not with ${dialect ?? provider}: use a Prisma client for one of them.`,
  )
}

const { sqlite } = rawEngines

/**
 * SQLite through Prisma's raw calls, which convert a value by its column's declared type: a DATETIME becomes a Date,
 * and JSONB an object. An expression has no declared type, so its value arrives as it is stored.
 */
const prismaSqlite: Engine = {
  ...sqlite,
  dialect: {
    ...sqlite.dialect,
    selectColumn: (column, storage) => (storage === "text" ? column : `+${column}`),
  },
}
