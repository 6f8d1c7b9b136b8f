import type { BetterAuthOptions } from "better-auth"
import { type CustomAdapter, createAdapterFactory, type DBAdapter, type JoinConfig } from "better-auth/adapters"
import { checkOptionNames } from "../contract/check-options.ts"
import { MortiseError } from "../contract/errors.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import type { Driver } from "../stores/sql/driver.ts"
import { timingOf } from "../stores/sql/open/timed-stores.ts"
import { withTracing } from "../stores/sql/sql-adapter.ts"
import type { SqlClient } from "../stores/sql/sql-client.ts"
import type { Column } from "./columns.ts"
import { databaseError } from "./database-error.ts"
import { describeClient } from "./describe-client.ts"
import { type Helpers, modelsOf } from "./models.ts"
import type { Join } from "./sql/joins.ts"
import { lookupFor, type Request } from "./sql/lookup.ts"
import type { Row } from "./sql/query.ts"
import { count, type Find, findMany, findOne } from "./sql/read.ts"
import { consumeOne, create, deleteMany, update, updateMany } from "./sql/write.ts"
import { type Table, type Tables, tablesOf } from "./tables.ts"
import { transactionsOf } from "./transactions.ts"

/** The options of `mortiseDatabase`. */
export type DatabaseOptions = {
  /** Whether the names of tables end with an s. Default: false. */
  readonly usePlural?: boolean
  /** Whether Better Auth's transactions are transactions of the database. Default: true. */
  readonly transaction?: boolean
  /** Called with the text of each statement before it is sent. The text never contains values. */
  readonly onStatement?: (text: string) => void
  /** Seconds for each call to the database, including the wait for a connection and retries. Default: none. */
  readonly timeoutSeconds?: number
}

/** The value of Better Auth's option `database`. */
export type Database = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>

const optionNames = ["usePlural", "transaction", "onStatement", "timeoutSeconds"]

/**
 * Stores the models of Better Auth and its plugins in a SQL database, through the client that the application has. The
 * tables are those of Better Auth's own adapters.
 *
 * @example
 * ```ts no-run: needs a server
 * import { betterAuth } from "better-auth"
 * import { mortiseDatabase } from "mortise/better-auth"
 * import { Pool } from "pg"
 *
 * export const auth = betterAuth({
 *   database: mortiseDatabase(new Pool()),
 *   emailAndPassword: { enabled: true },
 * })
 * ```
 */
export function mortiseDatabase(client: object, options: DatabaseOptions = {}): Database {
  checkOptionNames("mortiseDatabase", options, optionNames)
  const described = describeClient(client)
  const transactions = transactionsOf(described.driver)
  const access = accessTo(described, options)
  return (authOptions) => {
    const adapter: DBAdapter<BetterAuthOptions> = createAdapterFactory({
      config: {
        adapterId: "mortise",
        adapterName: "Mortise",
        usePlural: options.usePlural,
        supportsJSON: true,
        supportsArrays: true,
        transaction:
          options.transaction !== false &&
          ((callback) =>
            transactions.run(
              () => callback(adapter),
              (error) => databaseError({ dialect: described.engine.dialect, model: "", columns: [] }, error, false),
            )),
      },
      adapter: (helpers) => createMethods(helpers, described, access),
    })(authOptions)
    return adapter
  }
}

/** Runs work on the driver of the current transaction, or on the client's, with the adapter's options. */
type Access = {
  run<T>(work: (driver: Driver) => Awaitable<T>): Awaitable<T>
  /** The driver and the requests of lookups in batches; absent in a transaction, and where batches are no faster. */
  batches(): { readonly driver: Driver; readonly request: Request } | undefined
}

function accessTo(client: SqlClient, { onStatement, timeoutSeconds }: DatabaseOptions): Access {
  const transactions = transactionsOf(client.driver)
  const traced = (driver: Driver): Driver => (onStatement ? withTracing(driver, onStatement) : driver)
  const { driver, runTimed } = timingOf(traced(client.driver), timeoutSeconds)
  const request: Request = (work) => (runTimed ? runTimed(driver, (timed) => work(timed)) : work(driver))
  const batches = { driver, request }
  return {
    run(work) {
      const current = transactions.current()
      if (current === client.driver) return request(work)
      const inside = traced(current)
      return runTimed ? runTimed(inside, (timed) => work(timed)) : work(inside)
    },
    batches: () => (client.batchesLookups && transactions.current() === client.driver ? batches : undefined),
  }
}

type Target = { readonly model: string; readonly modelKey?: string | undefined }

function createMethods(helpers: Helpers, client: SqlClient, access: Access): CustomAdapter {
  const tables = tablesOf(client, modelsOf(helpers))
  // Better Auth 1.6 passes the table's name only.
  const keyOf = ({ model, modelKey }: Target): string => helpers.getDefaultModelName(modelKey ?? model)

  const use = async <T>(target: Target, work: (table: Table, driver: Driver) => Awaitable<T>): Promise<T> => {
    try {
      return await access.run((driver) =>
        andThen(tables.of(keyOf(target), driver), (table) => work(table, driver)),
      )
    } catch (error) {
      forgetAfter(error, tables)
      throw error
    }
  }

  /** Runs `work` with the joined tables. */
  const withJoins = <T>(
    table: Table,
    driver: Driver,
    config: JoinConfig | undefined,
    work: (joins: readonly Join[]) => Awaitable<T>,
  ): Awaitable<T> =>
    config && Object.keys(config).length > 0
      ? readJoins(tables, keyOf, table, driver, config).then(work)
      : work([])

  const look = (table: Table, driver: Driver, find: Find): Awaitable<Row | null> => {
    const lookup = lookupFor(table, find)
    if (!lookup) return findOne(table, driver, find)
    const [{ one, batched }, value] = lookup
    if (value === undefined) return null
    const batches = access.batches()
    return batches ? batched(batches.driver, batches.request, value) : one(driver, value)
  }

  return {
    create: (({ data, ...target }: Target & { data: Row }) =>
      use(target, (table, driver) => create(table, driver, data))) as CustomAdapter["create"],
    findOne: (({ where, select, join, ...target }) =>
      use(target, (table, driver) =>
        withJoins(table, driver, join, (joins) => look(table, driver, { where, select, joins })),
      )) as CustomAdapter["findOne"],
    findMany: (({ where, select, join, limit, offset, sortBy, ...target }) =>
      use(target, (table, driver) =>
        withJoins(table, driver, join, (joins) =>
          findMany(table, driver, { where, select, joins, limit, offset, sortBy }),
        ),
      )) as CustomAdapter["findMany"],
    count: ({ where, ...target }) => use(target, (table, driver) => count(table, driver, where)),
    update: (({ where, update: data, ...target }) =>
      use(target, (table, driver) =>
        where.length === 0 ? null : update(table, driver, where, data as Row),
      )) as CustomAdapter["update"],
    updateMany: ({ where, update: data, ...target }) =>
      use(target, (table, driver) => updateMany(table, driver, where, data)),
    delete: ({ where, ...target }) =>
      use(target, async (table, driver) => {
        await deleteMany(table, driver, where)
      }),
    deleteMany: ({ where, ...target }) => use(target, (table, driver) => deleteMany(table, driver, where)),
    consumeOne: (({ where, ...target }) =>
      use(target, (table, driver) => consumeOne(table, driver, where))) as CustomAdapter["consumeOne"],
    incrementOne: (({ where, increment, set = {}, ...target }) =>
      use(target, (table, driver) =>
        update(table, driver, where, set, increment),
      )) as CustomAdapter["incrementOne"],
  } as CustomAdapter
}

/** After a refusal, the tables are read again: a migration may have changed them. */
function forgetAfter(error: unknown, tables: Tables): void {
  if (error instanceof MortiseError && (error.code === "invalid" || error.code === "unavailable"))
    tables.forget()
}

async function readJoins(
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
