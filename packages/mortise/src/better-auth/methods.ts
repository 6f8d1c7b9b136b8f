import type { CustomAdapter, JoinConfig } from "better-auth/adapters"
import { type ErrorCode, MortiseError } from "../contract/errors.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import type { Driver } from "../sql/driver.ts"
import type { checkCall } from "./check-tenant-options.ts"
import { checkBetterAuthVersion } from "./check-version.ts"
import type { Column } from "./columns.ts"
import type { DatabaseSource } from "./database-source.ts"
import { type Helpers, listModels } from "./models.ts"
import type { Join } from "./sql/joins.ts"
import { type Batches, lookupFor } from "./sql/lookup.ts"
import type { Row } from "./sql/query.ts"
import { count, type Find, findMany, findOne } from "./sql/read.ts"
import { consumeOne, create, deleteMany, update, updateMany } from "./sql/write.ts"
import { getTables, ofTenant, type Table, type Tables } from "./tables.ts"
import { checkParts } from "./tenants.ts"

/** How the methods reach the database. */
export type Access = {
  run<T>(work: (driver: Driver) => Awaitable<T>): Awaitable<T>
  /** How lookups run in batches. Undefined in a transaction, and for clients whose batches are no faster. */
  batches(): Batches | undefined
}

type Target = { readonly model: string; readonly modelKey?: string | undefined }
type Name = keyof Omit<CustomAdapter, "createSchema" | "options">
type Given<N extends Name> = Parameters<NonNullable<CustomAdapter[N]>>[0]

/** Better Auth's own transforms run around these methods, so that rows have the names of columns. */
export function createMethods(helpers: Helpers, access: Access, source: DatabaseSource): CustomAdapter {
  const { use, withJoins } = tableAccess(helpers, access, source)

  const look = (table: Table, driver: Driver, find: Find): Awaitable<Row | null> => {
    const lookup = lookupFor(table, find)
    if (!lookup) return findOne(table, driver, find)
    const [{ findRow, findInBatch }, value] = lookup
    if (value === undefined) return null
    const batches = access.batches()
    const tenant = table.tenant?.name
    return batches ? findInBatch(batches, value, tenant) : findRow(driver, value, tenant)
  }

  const methods = {
    create: (input: Given<"create">) => use(input, (table, driver) => create(table, driver, input.data)),
    findOne: (input: Given<"findOne">) =>
      use(input, (table, driver) =>
        withJoins(table, driver, input.join, (joins) =>
          look(table, driver, { where: input.where, select: input.select, joins }),
        ),
      ),
    findMany: (input: Given<"findMany">) =>
      use(input, (table, driver) =>
        withJoins(table, driver, input.join, (joins) => findMany(table, driver, { ...input, joins })),
      ),
    count: (input: Given<"count">) => use(input, (table, driver) => count(table, driver, input.where)),
    update: (input: Given<"update">) =>
      use(input, (table, driver) =>
        input.where.length === 0 ? null : update(table, driver, input.where, input.update as Row),
      ),
    updateMany: (input: Given<"updateMany">) =>
      use(input, (table, driver) => updateMany(table, driver, input.where, input.update)),
    delete: (input: Given<"delete">) =>
      use(input, async (table, driver) => {
        await deleteMany(table, driver, input.where)
      }),
    deleteMany: (input: Given<"deleteMany">) =>
      use(input, (table, driver) => deleteMany(table, driver, input.where)),
    consumeOne: (input: Given<"consumeOne">) =>
      use(input, (table, driver) => consumeOne(table, driver, input.where)),
    incrementOne: (input: Given<"incrementOne">) =>
      use(input, (table, driver) => update(table, driver, input.where, input.set ?? {}, input.increment)),
  } satisfies Record<Name, unknown>
  // The caller chooses the type of the rows.
  return methods as CustomAdapter
}

function tableAccess(helpers: Helpers, access: Access, source: DatabaseSource) {
  const models = listModels(helpers, source)
  const tables = getTables(source.client, models)
  let check: typeof checkCall | undefined
  // Better Auth 1.6 passes the table's name only.
  const toModelName = ({ model, modelKey }: Target): string => helpers.getDefaultModelName(modelKey ?? model)
  return {
    /** Runs work with a model's table, on the driver of the current transaction. */
    async use<T>(target: Target, work: (table: Table, driver: Driver) => Awaitable<T>): Promise<T> {
      // Better Auth may not have said its version before it called the factory.
      checkBetterAuthVersion()
      const tenant = source.readTenant?.()
      if (tenant) {
        check ??= (await import("./check-tenant-options.ts")).checkCall
        check(helpers.options, models, checkParts)
      }
      try {
        const result = access.run((driver) =>
          andThen(tables.getTable(toModelName(target), driver), (table) =>
            work(ofTenant(table, tenant), driver),
          ),
        )
        return result instanceof Promise ? await result : result
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
        ? buildJoins(tables, toModelName, table, driver, config).then(work)
        : work([])
    },
  }
}

/** After a refusal, the tables are read again: a migration may have changed them. */
function forgetAfter(error: unknown, tables: Tables): void {
  if (error instanceof MortiseError && refusals.includes(error.code)) tables.forget()
}

const refusals: readonly ErrorCode[] = ["invalid", "unavailable", "not_migrated"]

async function buildJoins(
  tables: Tables,
  toModelName: (target: Target) => string,
  table: Table,
  driver: Driver,
  config: JoinConfig,
): Promise<Join[]> {
  const joins: Join[] = []
  for (const [key, { on, limit = 100, relation, modelKey }] of Object.entries(config)) {
    const joined = ofTenant(
      await tables.getTable(toModelName({ model: key, modelKey }), driver),
      table.tenant?.name,
    )
    const [from, to] = [table.column(on.from) as Column, joined.column(on.to) as Column]
    // Better Auth itself looks up what a row lacks. PostgreSQL refuses to compare a text with a `uuid`.
    if (from.wire.member !== to.wire.member) continue
    joins.push({ key, table: joined, from, to, limit, isMany: relation !== "one-to-one" })
  }
  return joins
}
