import type { SqlAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { Guarantee } from "../../contract/guarantees.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Tenanted, TenantWall } from "../../contract/tenants.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { createTimeLimit } from "../../operations/deadline.ts"
import { forwardStore, forwardUpkeep } from "../../operations/forward-calls.ts"
import { withRetry } from "../../operations/retry.ts"
import { schemaFor } from "../../schema/define-schema.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import { warningsTo } from "../../shared/console.ts"
import { perClient } from "../../shared/per-client.ts"
import type { Dialect } from "../../sql/dialect.ts"
import type { Engine } from "../../sql/engine.ts"
import type { SqlClient } from "../../sql/sql-client.ts"
import { getTiming, type Timing } from "../../sql/timing.ts"
import { traceDriver } from "../../sql/trace-driver.ts"
import { warnOfHazard } from "../../sql/warn-of-hazard.ts"
import { compileSchema } from "./compile/compile-schema.ts"
import { addTenants } from "./compile/tenant-schema.ts"
import { sqlError } from "./errors/sql-error.ts"
import { askForEngine, knownEngine, tableFacts } from "./open/open-engine.ts"
import { type OpenStores, type Stores, timedStores } from "./open/timed-stores.ts"
import { withModelCheck } from "./open/with-model-check.ts"
import { describePromises } from "./promises.ts"
import { createSqlStore, createSqlUpkeep } from "./sql-store.ts"

/** What every SQL factory takes besides its client. */
export type SqlOptions<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
> = AdapterOptions<X, Tenants> & {
  /** Called with the text of each statement before it is sent. The text never contains values. */
  readonly onStatement?: (text: string) => void
  /**
   * Seconds for each call to the database, including the wait for a connection and retries. After that, a call that sent
   * nothing fails as `unavailable`, a read as `transient` and a write as `indeterminate`, and its connection is
   * discarded. In `mortise/migrate`, it applies to the first question only, because the statements that follow can read
   * or change whole tables. Default: none.
   */
  readonly timeoutSeconds?: number
  /**
   * Allows session lookups on a standby of PostgreSQL or a replica of D1, and dirty reads on Galera. They can return a
   * session that was revoked. Default: false, so that they fail as `readonly`, or go to the primary of D1.
   */
  readonly allowStaleReads?: boolean
}

const sqlOptionNames = [...sharedOptionNames, "onStatement", "timeoutSeconds", "allowStaleReads"]

/** Makes the adapter of a SQL client. */
export function createSqlAdapter<
  X extends ExtraFields = object,
  Tenants extends boolean | TenantWall = false,
>(baseClient: SqlClient, options: SqlOptions<X, Tenants> = {}): Tenanted<Tenants, SqlAdapter<X>> {
  checkOptionNames(baseClient.factory, options, [...sqlOptionNames, ...(baseClient.ownOptionNames ?? [])])
  const { onStatement, timeoutSeconds, allowStaleReads = false } = options
  const schema = schemaFor(options.schema ?? defaultSchema(), baseClient.engine.dialect.family)
  const tables = options.tenants ? addTenants(schema) : schema
  const client = namePgSchema(baseClient, schema)
  const timing = getTiming(traceDriver(client.driver, onStatement), timeoutSeconds)
  warnOfHazard(client, options.onWarning)
  const definition = {
    open(tenant?: string, scoped = timing) {
      const stores = openStores(client, tables, scoped, options, tenant)
      return schema.managed ? withModelCheck(stores, schema.managed) : stores
    },
    owner: tableFacts(client.driver, tables),
    ...describePromises(client, schema, allowStaleReads),
    ...describeTables(client, tables, timing),
    timeLimit: createTimeLimit(timeoutSeconds),
  }
  return createAdapter(definition, { ...options, schema: schema as Schema<X> }) as Tenanted<
    Tenants,
    SqlAdapter<X>
  >
}

/** A client whose statements name the PostgreSQL schema of its tables, if `defineSchema` does. */
const namePgSchema = (client: SqlClient, schema: Schema): SqlClient =>
  (schema.pgSchema !== undefined && client.engine.inPgSchema?.(client, schema)) || client

/**
 * The store of a client and its upkeep. They are open if the engine is known; else their first call asks the server and
 * opens them. With a time limit, each call ends at its deadline.
 */
function openStores(
  client: SqlClient,
  schema: Schema,
  { driver, runTimed }: Timing,
  { allowStaleReads = false, onWarning }: Pick<SqlOptions, "allowStaleReads" | "onWarning">,
  tenant: string | undefined,
): Stores {
  const openOn = (engine: Engine): OpenStores => {
    const dialect = allowStaleReads ? withStaleReads(engine.dialect) : engine.dialect
    const parts = { schema, dialect, driver, runTimed, tenant, compiled: compileSchema(schema, dialect) }
    return {
      store: createSqlStore(parts, client.batchLookups),
      storeOn: (timed) => createSqlStore({ ...parts, driver: timed }),
      upkeep: createSqlUpkeep(parts),
      upkeepOn: (timed) => createSqlUpkeep({ ...parts, driver: timed }),
    }
  }
  const readyEngine = knownEngine(client, schema, allowStaleReads)
  const opened = readyEngine && openOn(readyEngine)
  if (opened && !runTimed) return opened

  const asking = { runTimed, allowStaleReads, onWarning: warningsTo(onWarning) }
  const open = openOnce(opened, () =>
    withRetry(
      () => askForEngine(client, schema, asking),
      ({ engine, isProvisional }) => ({ ...openOn(engine), isProvisional }),
      (error) => sqlError(schema, client.engine.dialect, "user", error, true),
      driver,
    ),
  )
  return runTimed ? timedStores(runTimed, driver, open) : lazyStores(open)
}

const withStaleReads = perClient(({ refusedOnStandby: _, ...dialect }: Dialect): Dialect => dialect)

/** What is known, or what was opened, which is remembered unless it is provisional. If opening fails, the next call tries again. */
function openOnce(
  known: OpenStores | undefined,
  open: () => Awaitable<OpenStores>,
): () => Awaitable<OpenStores> {
  let opened = known
  return () =>
    opened ??
    andThen(open(), (stores) => {
      if (!stores.isProvisional) opened = stores
      return stores
    })
}

/** Stores that their first call opens. Then the store's functions become those of the open one: later calls take no detour. */
function lazyStores(open: () => Awaitable<OpenStores>): Stores {
  const store = forwardStore((use) =>
    andThen(open(), (opened) => use(Object.assign(opened.isProvisional ? {} : store, opened.store))),
  )
  return { store, upkeep: forwardUpkeep((use) => andThen(open(), ({ upkeep }) => use(upkeep))) }
}

/** What `migrate` and the manifest need to know about the tables. */
function describeTables(client: SqlClient, schema: Schema, timing: Timing) {
  const facts = tableFacts(client.driver, schema)
  return {
    missingGuarantees: () => facts.missingGuarantees ?? schema.missingGuarantees,
    migration: {
      ...client,
      ...timing,
      schema,
      setMissingGuarantees(missingGuarantees: readonly Guarantee[]): void {
        facts.missingGuarantees = missingGuarantees
      },
    },
  }
}
