import type { SqlAdapter } from "../../../../contract/adapter.ts"
import { defaultSchema } from "../../../../contract/build-schema.ts"
import { MortiseError } from "../../../../contract/errors.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { perClient } from "../../../../shared/per-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import type { SqlClient } from "../../sql-client.ts"
import { describeJoined, describeRaw } from "../connections/describe-client.ts"
import { nativeClient } from "../connections/native-client.ts"
import { rawEngines } from "../connections/raw-engine.ts"
import type { OrmOptions } from "../orm-options.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"
import { callsOf, joinedCalls } from "./prisma-calls.ts"
import { checkQueryExtensions, type PrismaClientLike, type ReadClient, readClient } from "./prisma-client.ts"
import { libsqlDriver } from "./prisma-libsql.ts"
import { type PrismaSchemaOptions, prismaSchemaOptionNames, schemaOfModels } from "./prisma-schema.ts"
import { prismaSqlite } from "./prisma-sqlite.ts"
import { prismaModelNames } from "./read-prisma-tables.ts"

export type { PrismaClientLike } from "./prisma-client.ts"

/** The options of `prismaAdapter`. */
export type PrismaOptions<X extends ExtraFields = object> = OrmOptions<X> & PrismaSchemaOptions

const factory = "prismaAdapter"
const ownOptionNames = ["dialect", ...prismaSchemaOptionNames]

/**
 * Makes an adapter for the database of a `PrismaClient`, or for one of its transactions. It uses the tables of your
 * models User, Account, Session, VerificationToken and Authenticator.
 *
 * @example
 * ```ts no-run: needs a generated client
 * import { PrismaPg } from "@prisma/adapter-pg"
 * import { prismaAdapter } from "mortise/prisma"
 * import { PrismaClient } from "./generated/prisma/client.ts"
 *
 * const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "postgres://localhost/app" }) })
 * const adapter = prismaAdapter(prisma)
 *
 * await prisma.$transaction(async (tx) => {
 *   const user = await prismaAdapter(tx).createUser({ email: "ada@example.com" })
 *   await tx.order.create({ data: { userId: user.id } })
 * })
 * ```
 */
export function prismaAdapter<X extends ExtraFields = object>(
  client: PrismaClientLike,
  options: PrismaOptions<X> = {},
): SqlAdapter<X> {
  const read = readClient(client)
  checkQueryExtensions(client, prismaModelNames(options.models))
  const engine = engineOf(read.provider, options.dialect)
  const schema = schemaFor(read, engine, options) ?? defaultSchema()
  return createSqlAdapter(
    { ...described(client, read, engine, schema), factory, ownOptionNames },
    { ...options, schema: schema as Schema<X> },
  )
}

function schemaFor(read: ReadClient, engine: EngineName, options: PrismaOptions): Schema | undefined {
  const find = () => schemaOfModels(read, engine, options)
  const describesModels = prismaSchemaOptionNames.some((name) => name in options)
  return schemaInUse(
    { factory, owner: read.configuration, driver: { isJoined: () => read.isTransaction } },
    { named: options.schema ?? (describesModels ? find() : undefined), find, example: "models" },
  )
}

// Cached, because frameworks make an adapter for every request, and a transaction's adapters must take turns.
const descriptions = perClient((_client: PrismaClientLike) => new Map<string, SqlClient>())

function described(
  client: PrismaClientLike,
  read: ReadClient,
  engine: EngineName,
  schema: Schema,
): SqlClient {
  const known = descriptions(client)
  const asksInsertId = engine === "mysql" && schema.ids === "serial"
  const key = `${engine} ${asksInsertId}`
  const found = known.get(key) ?? describe(client, read, engine, asksInsertId)
  known.set(key, found)
  return found
}

function describe(
  client: PrismaClientLike,
  { configuration, isTransaction, libsql, pool, maxWait }: ReadClient,
  engine: EngineName,
  asksInsertId: boolean,
): SqlClient {
  const own = engine === "sqlite" && { engine: prismaSqlite }
  if (isTransaction) {
    const joined = describeJoined(factory, engine, joinedCalls(client, asksInsertId))
    return { ...joined, ...own, owner: configuration }
  }
  const raw = describeRaw(factory, engine, callsOf(client, asksInsertId, maxWait))
  if (libsql) return { ...raw, ...own, driver: libsqlDriver(libsql, raw.driver) }
  return nativeClient(pool) ?? { ...raw, ...own }
}

const engines: Readonly<Record<string, EngineName>> = {
  postgresql: "postgres",
  postgres: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
}

function engineOf(provider: string, dialect: EngineName | undefined): EngineName {
  const engine = dialect ?? engines[provider]
  if (engine && engine in rawEngines) return engine
  throw new MortiseError(
    "invalid",
    `prismaAdapter works with PostgreSQL, MySQL, MariaDB and SQLite, not with ${dialect ?? provider}: use a Prisma client for one of them.`,
  )
}
