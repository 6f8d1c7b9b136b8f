import { throwInvalid } from "../contract/throw-invalid.ts"
import { bunSql } from "../sql/drivers/bun-sql/bun-sql-client.ts"
import { neon } from "../sql/drivers/neon/neon-client.ts"
import { turso } from "../sql/drivers/turso/turso-client.ts"
import { type Kind, nativeClient, withMember } from "../sql/orms/connections/native-client.ts"
import { checkDrizzle, describeDrizzle, drizzleShape } from "../sql/orms/drizzle/describe-drizzle.ts"
import { describeKysely, kyselyEngine, kyselyShape } from "../sql/orms/kysely/describe-kysely.ts"
import type { KyselyClient } from "../sql/orms/kysely/kysely-client.ts"
import { describePrisma, prismaEngine } from "../sql/orms/prisma/describe-prisma.ts"
import {
  checkQueryExtensions,
  type PrismaClient,
  prismaShape,
  readClient,
} from "../sql/orms/prisma/prisma-client.ts"
import { fitsShape, type SqlClient } from "../sql/sql-client.ts"
import { drizzleNames, type OrmNames, prismaNames } from "./orm-names.ts"

const factory = "mortiseDatabase"

// Neon's pools are recognized as those of pg.
const otherKinds: readonly Kind[] = [bunSql, turso, withMember(neon, "transaction", "unsafe")]

/** The names in the schema of an ORM, which Drizzle can get as an option; undefined for other clients. */
export function readOrmNames(client: unknown, schema: object | undefined): OrmNames | undefined {
  const isKysely = fitsShape(client, kyselyShape)
  if (!isKysely && fitsShape(client, prismaShape)) {
    const { schemaText, databaseSchema } = readClient(client as PrismaClient)
    const names = prismaNames(schemaText, databaseSchema)
    return (name) => {
      checkQueryExtensions(client as PrismaClient, [name])
      return names(name)
    }
  }
  if (!isKysely && fitsShape(client, drizzleShape)) return drizzleNames(checkDrizzle(client), schema)
  if (schema) throwInvalid("mortiseDatabase takes a schema only with Drizzle: remove it.")
  return undefined
}

/** Recognizes a client of a SQL database, or an ORM, by its members, and describes it. */
export function describeClient(client: unknown): SqlClient {
  const described = ormClient(client) ?? nativeClient(client, otherKinds)
  if (described) return { ...described, factory }
  throwInvalid(
    "mortiseDatabase takes a client of pg, postgres, @neondatabase/serverless, @electric-sql/pglite, mysql2/promise, mariadb, better-sqlite3, node:sqlite, bun:sqlite, libsql or @tursodatabase/database, Bun's SQL, a D1 database or the storage of a Durable Object, or an instance of Drizzle, Kysely or Prisma: mortiseDatabase(new Pool()).",
  )
}

function ormClient(client: unknown): SqlClient | undefined {
  if (fitsShape(client, kyselyShape)) return describedKysely(client as KyselyClient)
  if (fitsShape(client, prismaShape)) return describedPrisma(client as PrismaClient)
  return fitsShape(client, drizzleShape) ? describeDrizzle(checkDrizzle(client)) : undefined
}

function describedKysely(client: KyselyClient): SqlClient | undefined {
  const engine = kyselyEngine(client)
  return engine && describeKysely(factory, client, engine)
}

function describedPrisma(client: PrismaClient): SqlClient {
  const read = readClient(client)
  checkQueryExtensions(client, [])
  const engine = prismaEngine(read.provider)
  return describePrisma(client, read, engine, engine === "mysql")
}
