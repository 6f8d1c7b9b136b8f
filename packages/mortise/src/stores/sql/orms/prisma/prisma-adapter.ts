import type { SqlAdapter } from "../../../../contract/adapter.ts"
import { defaultSchema } from "../../../../contract/build-schema.ts"
import type { Kind } from "../../../../contract/fields.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import { perClient } from "../../../../shared/per-client.ts"
import { describePrisma, prismaEngine } from "../../../../sql/orms/prisma/describe-prisma.ts"
import {
  checkQueryExtensions,
  type PrismaClient,
  type ReadClient,
  readClient,
} from "../../../../sql/orms/prisma/prisma-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import type { DeclareColumn } from "../tables/managed-tables.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"
import type { Generators } from "./prisma-defaults.ts"
import { type PrismaModelNames, prismaModelNames, readPrismaTables } from "./read-prisma-tables.ts"

export type { PrismaClient } from "../../../../sql/orms/prisma/prisma-client.ts"

/** The options of `prismaAdapter`. */
export type PrismaOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
> &
  PrismaSchemaOptions

const factory = "prismaAdapter"
const prismaSchemaOptionNames = ["models", "generate", "timestampFormat"]
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
export function prismaAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<PrismaClient>,
  options: PrismaOptions<X, Tenants> = {},
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(client)) return lateOrmAdapter(factory, client, options, prismaAdapter)
  const read = readClient(client)
  checkQueryExtensions(client, prismaModelNames(options.models))
  const engine = prismaEngine(read.provider, options.dialect)
  const schema = schemaFor(read, engine, options) ?? defaultSchema()
  return createSqlAdapter(
    {
      ...describePrisma(client, read, engine, engine === "mysql" && schema.ids === "serial"),
      factory,
      ownOptionNames,
    },
    { ...options, schema: schema as Schema<X> },
  )
}

function schemaFor(
  read: ReadClient,
  engine: EngineName,
  options: Pick<PrismaOptions, "schema"> & PrismaSchemaOptions,
): Schema | undefined {
  const find = () => readPrismaSchema(read, engine, options)
  const describesModels = prismaSchemaOptionNames.some((name) => name in options)
  return schemaInUse(
    { factory, owner: read.configuration, driver: { isJoined: () => read.isTransaction } },
    { named: options.schema ?? (describesModels ? find() : undefined), find, example: "models" },
  )
}

/** How the schema is derived from Prisma's models, unless the option `schema` is given. */
type PrismaSchemaOptions = {
  /** The names of your models, where they differ from User, Account, Session, VerificationToken and Authenticator. */
  readonly models?: PrismaModelNames
  /** Functions that create the values of `@default` functions that Mortise does not implement: `cuid(2)`, `ulid()`. */
  readonly generate?: Generators
  /** The option `timestampFormat` of your driver adapter for SQLite. Default: `iso8601`, as in Prisma. */
  readonly timestampFormat?: "iso8601" | "unixepoch-ms"
}

// The configuration is the same object in a client and in its transactions.
const schemas = perClient((_configuration: object) => new Map<string, Schema | undefined>())

/** The schema of Prisma's models, the same object at every call. Returns `undefined` if there is no model for users. */
function readPrismaSchema(
  { configuration, ...client }: ReadClient,
  engine: EngineName,
  { models = {}, generate = {}, timestampFormat }: PrismaSchemaOptions,
): Schema | undefined {
  const cache = schemas(configuration)
  const key = JSON.stringify([engine, models, Object.keys(generate), timestampFormat])
  if (!cache.has(key)) {
    const tables = readPrismaTables({
      ...client,
      engine,
      models,
      generate,
      sqliteDates: timestampFormat === "unixepoch-ms" ? "native" : "iso_offset",
    })
    cache.set(key, tables && createTablesSchema(tables, { factory, declare }))
  }
  return cache.get(key)
}

const types: Readonly<Record<Kind, string>> = {
  text: "String",
  date: "DateTime",
  integer: "BigInt",
  number: "Float",
  boolean: "Boolean",
  json: "Json",
}

/** A column as it is written in schema.prisma. */
const declare: DeclareColumn = ({ field, column, kind, notNull }) =>
  `${field} ${types[kind]}${notNull ? "" : "?"}${column === field ? "" : ` @map(${JSON.stringify(column)})`}`
