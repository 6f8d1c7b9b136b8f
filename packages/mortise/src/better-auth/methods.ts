import type { CustomAdapter, JoinConfig } from "better-auth/adapters"
import { MortiseError } from "../contract/errors.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import type { Driver } from "../stores/sql/driver.ts"
import type { SqlClient } from "../stores/sql/sql-client.ts"
import { checkBetterAuthVersion } from "./check-version.ts"
import type { Column } from "./columns.ts"
import { type Helpers, modelsOf } from "./models.ts"
import type { OrmNames } from "./orm-names.ts"
import type { Join } from "./sql/joins.ts"
import { lookupFor, type Request } from "./sql/lookup.ts"
import type { Row } from "./sql/query.ts"
import { count, type Find, findMany, findOne } from "./sql/read.ts"
import { consumeOne, create, deleteMany, update, updateMany } from "./sql/write.ts"
import { type Table, type Tables, tablesOf } from "./tables.ts"

/** How the methods reach the database. */
export type Access = {
  run<T>(work: (driver: Driver) => Awaitable<T>): Awaitable<T>
  /** The driver and the requests of lookups in batches; absent in a transaction, and where batches are no faster. */
  batches(): { readonly driver: Driver; readonly request: Request } | undefined
}

type Target = { readonly model: string; readonly modelKey?: string | undefined }
type Name = keyof Omit<CustomAdapter, "createSchema" | "options">
type Given<N extends Name> = Parameters<NonNullable<CustomAdapter[N]>>[0]

/** Better Auth's own transforms run around these methods, so that rows have the names of columns. */
export function createMethods(
  helpers: Helpers,
  client: SqlClient,
  access: Access,
  names: OrmNames | undefined,
): CustomAdapter {
  const { use, withJoins } = tableAccess(helpers, tablesOf(client, modelsOf(helpers, names)), access)

  const look = (table: Table, driver: Driver, find: Find): Awaitable<Row | null> => {
    const lookup = lookupFor(table, find)
    if (!lookup) return findOne(table, driver, find)
    const [{ one, batched }, value] = lookup
    if (value === undefined) return null
    const batches = access.batches()
    return batches ? batched(batches.driver, batches.request, value) : one(driver, value)
  }

  const methods = {
    create: (given: Given<"create">) => use(given, (table, driver) => create(table, driver, given.data)),
    findOne: (given: Given<"findOne">) =>
      use(given, (table, driver) =>
        withJoins(table, driver, given.join, (joins) => look(table, driver, { ...given, joins })),
      ),
    findMany: (given: Given<"findMany">) =>
      use(given, (table, driver) =>
        withJoins(table, driver, given.join, (joins) => findMany(table, driver, { ...given, joins })),
      ),
    count: (given: Given<"count">) => use(given, (table, driver) => count(table, driver, given.where)),
    update: (given: Given<"update">) =>
      use(given, (table, driver) =>
        given.where.length === 0 ? null : update(table, driver, given.where, given.update as Row),
      ),
    updateMany: (given: Given<"updateMany">) =>
      use(given, (table, driver) => updateMany(table, driver, given.where, given.update)),
    delete: (given: Given<"delete">) =>
      use(given, async (table, driver) => {
        await deleteMany(table, driver, given.where)
      }),
    deleteMany: (given: Given<"deleteMany">) =>
      use(given, (table, driver) => deleteMany(table, driver, given.where)),
    consumeOne: (given: Given<"consumeOne">) =>
      use(given, (table, driver) => consumeOne(table, driver, given.where)),
    incrementOne: (given: Given<"incrementOne">) =>
      use(given, (table, driver) => update(table, driver, given.where, given.set ?? {}, given.increment)),
  } satisfies Record<Name, unknown>
  // The caller chooses the type of the rows.
  return methods as CustomAdapter
}

function tableAccess(helpers: Helpers, tables: Tables, access: Access) {
  // Better Auth 1.6 passes the table's name only.
  const keyOf = ({ model, modelKey }: Target): string => helpers.getDefaultModelName(modelKey ?? model)
  return {
    /** Runs work with a model's table, on the driver of the current transaction. */
    async use<T>(target: Target, work: (table: Table, driver: Driver) => Awaitable<T>): Promise<T> {
      // Better Auth may not have said its version before it called the factory.
      checkBetterAuthVersion()
      try {
        return await access.run((driver) =>
          andThen(tables.of(keyOf(target), driver), (table) => work(table, driver)),
        )
      } catch (error) {
        forgetAfter(error, tables)
        throw error
      }
    },
    withJoins<T>(
      table: Table,
      driver: Driver,
      config: JoinConfig | undefined,
      work: (joins: readonly Join[]) => Awaitable<T>,
    ): Awaitable<T> {
      return config && Object.keys(config).length > 0
        ? joinsOf(tables, keyOf, table, driver, config).then(work)
        : work([])
    },
  }
}

/** After a refusal, the tables are read again: a migration may have changed them. */
function forgetAfter(error: unknown, tables: Tables): void {
  if (error instanceof MortiseError && (error.code === "invalid" || error.code === "unavailable"))
    tables.forget()
}

async function joinsOf(
  tables: Tables,
  keyOf: (target: Target) => string,
  table: Table,
  driver: Driver,
  config: JoinConfig,
): Promise<Join[]> {
  const joins: Join[] = []
  for (const [key, { on, limit = 100, relation, modelKey }] of Object.entries(config)) {
    const joined = await tables.of(keyOf({ model: key, modelKey }), driver)
    joins.push({
      key,
      table: joined,
      from: table.column(on.from) as Column,
      to: joined.column(on.to) as Column,
      limit,
      isMany: relation !== "one-to-one",
    })
  }
  return joins
}
