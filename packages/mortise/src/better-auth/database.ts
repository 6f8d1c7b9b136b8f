import type { BetterAuthOptions } from "better-auth"
import { createAdapterFactory, type DBAdapter } from "better-auth/adapters"
import { checkOptionNames } from "../contract/check-options.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import type { Driver } from "../sql/driver.ts"
import type { SqlClient } from "../sql/sql-client.ts"
import { getTiming } from "../sql/timing.ts"
import { traceDriver } from "../sql/trace-driver.ts"
import { warnOfHazard } from "../sql/warn-of-hazard.ts"
import { checkBetterAuthVersion } from "./check-version.ts"
import { databaseError } from "./database-error.ts"
import { attachSource, type DatabaseSource } from "./database-source.ts"
import { describeClient, readOrmNames } from "./describe-client.ts"
import { type Access, createMethods } from "./methods.ts"
import type { Request } from "./sql/lookup.ts"
import { createTenantReader, type FindTenant } from "./tenants.ts"
import { getTransactions, type Transactions } from "./transactions.ts"

/** The options of `mortiseDatabase`. */
export type DatabaseOptions = {
  /** Whether the names of tables end with an s. Default: false. */
  readonly usePlural?: boolean
  /** The tables of Drizzle, if the instance does not have them: `mortiseDatabase(db, { schema })`. */
  readonly schema?: object
  /** Whether Better Auth's transactions are transactions of the database. Default: true. */
  readonly transaction?: boolean
  /** Called with the text of each statement before it is sent. The text never contains values. */
  readonly onStatement?: (text: string) => void
  /** Seconds for each call to the database, including the wait for a connection and retries. Default: none. */
  readonly timeoutSeconds?: number
  /**
   * Names the tenant of each call, which sees no row of another tenant. All tables have the column `tenant`, and a call
   * without a tenant throws `invalid`. Default: one tenant, and no column.
   *
   * @example
   * ```ts
   * import { AsyncLocalStorage } from "node:async_hooks"
   * import { createClient } from "@libsql/client"
   * import { betterAuth } from "better-auth"
   * import { mortiseDatabase } from "mortise/better-auth"
   *
   * const tenants = new AsyncLocalStorage<string>()
   * const client = createClient({ url: "file:auth.db" })
   * const auth = betterAuth({ database: mortiseDatabase(client, { tenant: () => tenants.getStore() }) })
   *
   * export const handle = (tenant: string, request: Request) => tenants.run(tenant, () => auth.handler(request))
   * ```
   */
  readonly tenant?: FindTenant
}

/** The value of Better Auth's option `database`. */
export type Database = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>

const optionNames = ["usePlural", "schema", "transaction", "onStatement", "timeoutSeconds", "tenant"]

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
  const names = readOrmNames(client, options.schema)
  if (options.transaction !== false && !described.driver.transaction)
    throwInvalid(
      "This client has no interactive transactions: pass mortiseDatabase(client, { transaction: false }). Each write is then applied on its own.",
    )
  warnOfHazard(described, undefined)
  const transactions = getTransactions(described.driver)
  const access = accessTo(described, transactions, options)
  const translate = (error: unknown) =>
    databaseError({ dialect: described.engine.dialect, model: "", columns: [] }, error, false)
  const plain = { client: described, usePlural: options.usePlural === true, names, transactions }
  const source = options.tenant === undefined ? plain : withTenants(plain, options.tenant)
  const database: Database = (authOptions) => {
    checkBetterAuthVersion()
    const adapter: DBAdapter<BetterAuthOptions> = createAdapterFactory({
      config: {
        adapterId: "mortise",
        adapterName: "Mortise",
        usePlural: options.usePlural,
        supportsJSON: true,
        supportsArrays: true,
        // Calls through the adapter join the current transaction, so that the callback needs no adapter of its own.
        transaction:
          options.transaction !== false &&
          ((callback) => transactions.run(() => callback(adapter), translate)),
      },
      adapter: (helpers) => ({
        ...createMethods(helpers, access, source),
        createSchema: async (request) =>
          (await import("./migrate/create-schema.ts")).createSchema(source, authOptions, request),
        // For layers, which see the names that callers use, and check what fields can hold.
        options: {
          getDefaultModelName: helpers.getDefaultModelName,
          getDefaultFieldName: helpers.getDefaultFieldName,
          schema: helpers.schema,
        },
      }),
    })(joinUnlessRefused(authOptions, described))
    return adapter
  }
  return attachSource(database, source)
}

function withTenants(source: DatabaseSource, findTenant: FindTenant): DatabaseSource {
  const toolTenant = {}
  return { ...source, toolTenant, readTenant: createTenantReader(findTenant, toolTenant) }
}

/**
 * Reads rows and their relations by one statement, unless the application turned joins off. On MySQL, it must turn them
 * on: columns without foreign keys can have collations that a join refuses.
 */
const joinUnlessRefused = (options: BetterAuthOptions, { engine }: SqlClient): BetterAuthOptions => {
  const { advanced } = options
  const joins = advanced?.database?.joins ?? engine.dialect.family !== "mysql"
  return { ...options, advanced: { ...advanced, database: { ...advanced?.database, joins } } }
}

/** Runs work on the driver of the current transaction, or on the client's, with the adapter's options. */
function accessTo(
  { driver: clientDriver, batchLookups }: SqlClient,
  transactions: Transactions,
  { onStatement, timeoutSeconds }: DatabaseOptions,
): Access {
  const { driver, runTimed } = getTiming(traceDriver(clientDriver, onStatement), timeoutSeconds)
  const runOn = <T>(used: Driver, work: (driver: Driver) => Awaitable<T>): Awaitable<T> =>
    runTimed ? runTimed(used, (timed) => work(timed)) : work(used)
  const request: Request = (work) => runOn(driver, work)
  const batches = batchLookups && { request, batchLookups }
  return {
    run(work) {
      const current = transactions.current()
      return runOn(current === clientDriver ? driver : traceDriver(current, onStatement), work)
    },
    batches: () => (transactions.current() === clientDriver ? batches : undefined),
  }
}
