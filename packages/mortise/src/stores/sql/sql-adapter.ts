import type { SqlAdapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { Verb } from "../../contract/operations.ts"
import { defaultSchema, type ExtraFields, type Schema, schemaFor } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { withRetry } from "../../operations/retry.ts"
import { warningsTo } from "../../shared/console.ts"
import { perClient } from "../../shared/per-client.ts"
import { compileSchema } from "./compile/compile-schema.ts"
import type { Dialect } from "./dialect.ts"
import type { Driver } from "./driver.ts"
import type { Engine } from "./engine.ts"
import { sqlError } from "./errors/sql-error.ts"
import { openOnce } from "./lazy-store.ts"
import { type OpenedEngine, openEngine } from "./open-engine.ts"
import { type Opened, openedStores } from "./opened-stores.ts"
import { refuseMissingModels } from "./refuse-missing-models.ts"
import type { SqlClient } from "./sql-client.ts"
import { createSqlStore } from "./sql-store.ts"
import { createSqlUpkeep } from "./sql-upkeep.ts"
import { tableFacts } from "./table-facts.ts"
import { timing } from "./timing.ts"

/** What every SQL factory takes besides its client. */
export type SqlOptions<X extends ExtraFields = object> = AdapterOptions<X> & {
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
   * Allows session lookups on a standby of PostgreSQL, and dirty reads on Galera. They can return a session that was
   * revoked. Default: false, so that they fail as `readonly`.
   */
  readonly allowStaleReads?: boolean
}

const oneRoundTripEach = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 1 }

/** Makes the adapter of a SQL client. */
export function createSqlAdapter<X extends ExtraFields = object>(
  client: SqlClient,
  options: SqlOptions<X> = {},
): SqlAdapter<X> {
  const { engine, durability, batchesLookups } = client
  checkOptionNames(client.factory, options, [
    ...sharedOptionNames,
    "onStatement",
    "timeoutSeconds",
    "allowStaleReads",
    ...(client.ownOptionNames ?? []),
  ])
  const schema = schemaFor(options.schema ?? defaultSchema(), engine.dialect.family)
  const traced = options.onStatement ? withTracing(client.driver, options.onStatement) : client.driver
  const { driver, within } = timing(traced, options.timeoutSeconds)
  const { allowStaleReads = false } = options
  const open = (opened: Engine): Opened => {
    const dialect = allowStaleReads ? withStaleReads(opened.dialect) : opened.dialect
    const parts = { schema, dialect, driver, within, compiled: compileSchema(schema, dialect) }
    return {
      store: createSqlStore(parts, batchesLookups),
      storeOn: (timed) => createSqlStore({ ...parts, driver: timed }, false),
      upkeep: createSqlUpkeep(parts),
      upkeepOn: (timed) => createSqlUpkeep({ ...parts, driver: timed }),
    }
  }
  const known = openEngine(client, schema, {
    within,
    allowStaleReads,
    onWarning: warningsTo(options.onWarning),
  })
  const openLazily = (ask: () => Promise<OpenedEngine>) =>
    openOnce(() =>
      withRetry(ask, ({ engine, isProvisional }) => ({ ...open(engine), isProvisional }), failed, driver),
    )
  const failed = (error: unknown) => sqlError(schema, engine.dialect, "user", error, true)
  const opened = openedStores(typeof known === "function" ? openLazily(known) : open(known), driver, within)
  const facts = tableFacts(client.driver, schema)
  const definition = {
    name: engine.dialect.name,
    ...(schema.managed ? refuseMissingModels(opened, schema.managed) : opened),
    removal: "atomic",
    durability,
    roundTrips: roundTripsOf(client, schema),
    changesKeys: true,
    reduced: () => facts.reduced ?? schema.reduced,
    cancelledWaits: client.cancelledWaits,
    staleReads: engine.dialect.family === "sqlite" ? undefined : allowStaleReads ? "allowed" : "refused",
    migration: {
      ...{ schema, engine, driver, within, facts },
      factory: client.factory,
      detectEngine: client.detectEngine,
      cancelledWaits: client.cancelledWaits,
    },
  } as const
  return createAdapter(definition, { ...options, schema: schema as Schema<X> }) as SqlAdapter<X>
}

const withStaleReads = perClient(({ refusedOnStandby: _, ...dialect }: Dialect): Dialect => dialect)

/**
 * With a preset, two more statements delete the accounts and sessions of a user; with the tables of an ORM, a third one
 * deletes passkeys. An engine that does not return what it filled is asked for the row after an insert.
 */
function roundTripsOf(
  { roundTrips = {}, engine }: SqlClient,
  schema: Schema,
): Readonly<Record<Verb, number>> {
  const { removeUser = 1, insert = 1 } = roundTrips
  const deletions = schema.managed ? 3 : schema.preset ? 2 : 0
  const hasDefaults = Object.values(schema.models).some(({ fields }) =>
    fields.some(({ databaseDefault }) => databaseDefault),
  )
  return {
    ...oneRoundTripEach,
    ...roundTrips,
    insert: insert + (hasDefaults && !engine.dialect.returning.insert ? 1 : 0),
    removeUser: removeUser + (removeUser > 1 ? deletions : 0),
  }
}

const withTracing = (driver: Driver, onStatement: (text: string) => void): Driver => ({
  ...driver,
  run(statement, values, call) {
    onStatement(statement.text)
    return driver.run(statement, values, call)
  },
  batch(steps, call) {
    for (const [{ text }] of steps) onStatement(text)
    return driver.batch(steps, call)
  },
})
