import type { SqlAdapter } from "../../../../contract/adapter.ts"
import { defaultSchema } from "../../../../contract/build-schema.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import { describePrisma, prismaEngine } from "../../../../sql/orms/prisma/describe-prisma.ts"
import {
  checkQueryExtensions,
  type PrismaClient,
  type ReadClient,
  readClient,
} from "../../../../sql/orms/prisma/prisma-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter } from "../late-orm.ts"
import type { OrmOptions } from "../orm-options.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"
import { type PrismaSchemaOptions, prismaSchemaOptionNames, readPrismaSchema } from "./prisma-schema.ts"
import { prismaModelNames } from "./read-prisma-tables.ts"

export type { PrismaClient } from "../../../../sql/orms/prisma/prisma-client.ts"

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
  client: ClientSource<PrismaClient>,
  options: PrismaOptions<X> = {},
): SqlAdapter<X> {
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

function schemaFor(read: ReadClient, engine: EngineName, options: PrismaOptions): Schema | undefined {
  const find = () => readPrismaSchema(read, engine, options)
  const describesModels = prismaSchemaOptionNames.some((name) => name in options)
  return schemaInUse(
    { factory, owner: read.configuration, driver: { isJoined: () => read.isTransaction } },
    { named: options.schema ?? (describesModels ? find() : undefined), find, example: "models" },
  )
}
