import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import {
  checkDrizzle,
  type DrizzleHandle,
  describeDrizzle,
  drizzleEngine,
} from "../../../../sql/orms/drizzle/describe-drizzle.ts"
import type { Casing, TableParts } from "../../../../sql/orms/drizzle/read-drizzle-table.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import { schemaCache } from "../tables/schema-cache.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"
import { declareInDrizzle } from "./declare-in-drizzle.ts"
import type { DrizzleClient, DrizzleFields, DrizzleTables } from "./drizzle-types.ts"
import { findDrizzleTables, readDrizzleTables, tableOptionNames } from "./find-drizzle-tables.ts"

export type { DrizzleClient, DrizzleTable, DrizzleTables } from "./drizzle-types.ts"

/** The options of `drizzleAdapter`. */
export type DrizzleOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
> &
  DrizzleTables

const factory = "drizzleAdapter"
const cachedSchema = schemaCache<TableParts>()

/**
 * Makes an adapter for a Drizzle database, or for one of its transactions. It uses your tables: the ones that you pass
 * under the official adapter's option names, else the ones in the schema that you gave to Drizzle. Without such tables,
 * it uses the tables of `schema`.
 *
 * @example
 * ```ts no-run: install drizzle-orm first
 * import { drizzle } from "drizzle-orm/node-postgres"
 * import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
 * import { drizzleAdapter } from "mortise/drizzle"
 *
 * const users = pgTable("user", {
 *   id: text("id").primaryKey(),
 *   name: text("name"),
 *   email: text("email").unique(),
 *   emailVerified: timestamp("emailVerified"),
 *   image: text("image"),
 *   role: text("role").default("member").notNull(),
 * })
 * const db = drizzle("postgres://localhost/app", { schema: { users } })
 * const user = await drizzleAdapter(db).createUser({ email: "ada@example.com" })
 * user.role satisfies string
 *
 * await db.transaction((tx) => drizzleAdapter(tx).updateUser({ id: user.id, role: "admin" }))
 * ```
 */
export function drizzleAdapter<
  const T extends DrizzleTables,
  Full = unknown,
  Relations = unknown,
  X extends ExtraFields = DrizzleFields<T, Full, Relations>,
  Tenants extends boolean = false,
>(
  client: ClientSource<DrizzleClient<Full, Relations>>,
  options?: OrmOptions<X, Tenants> & T,
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(client)) return lateOrmAdapter(factory, client, options ?? {}, drizzleAdapter)
  const drizzle = checkDrizzle(client)
  const described = { ...describeDrizzle(drizzle), ownOptionNames: ["dialect", ...tableOptionNames] }
  const find = () => findSchema(drizzle, options ?? {})
  const namesTables = tableOptionNames.some((name) => options?.[name] !== undefined)
  const schema = schemaInUse(described, {
    named: options?.schema ?? (namesTables ? find() : undefined),
    find,
    example: "usersTable, …",
  }) as Schema<X> | undefined
  return createSqlAdapter<X, Tenants>(described, { ...options, ...(schema && { schema }) })
}

function findSchema(
  drizzle: DrizzleHandle,
  options: Pick<DrizzleOptions, "dialect"> & DrizzleTables,
): Schema | undefined {
  const tables = findDrizzleTables(drizzle, options)
  const { casing } = drizzle.dialect as { readonly casing?: Casing }
  const engine = options.dialect ?? drizzleEngine(drizzle)
  return cachedSchema(tables, () =>
    createTablesSchema(readDrizzleTables(engine, tables, casing), {
      factory,
      declare: declareInDrizzle(engine),
    }),
  )
}
