import type { Adapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { Verb } from "../../contract/operations.ts"
import { defaultSchema, type ExtraFields, type Schema, schemaFor } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { compileSchema } from "./compile/compile-schema.ts"
import type { Driver } from "./driver.ts"
import type { Engine } from "./engine.ts"
import { lazyStore } from "./lazy-store.ts"
import { type OpenedEngine, openEngine } from "./open-engine.ts"
import { refuseMissingModels } from "./refuse-missing-models.ts"
import { sqlError } from "./sql-errors.ts"
import { createSqlStore } from "./sql-store.ts"
import { createSqlUpkeep } from "./sql-upkeep.ts"
import { tableFacts } from "./table-facts.ts"
import { withRetry } from "./verbs/retry.ts"

/** What every SQL factory takes besides its client. */
export type SqlOptions<X extends ExtraFields = object> = AdapterOptions<X> & {
  /** Called with the text of each statement before it is sent. The text never contains values. */
  readonly onStatement?: (text: string) => void
}

/** A client of a SQL database, as a driver describes it. */
export type SqlClient = {
  /** The name of the factory, for errors about its options. */
  readonly factory: string
  /** The names of options that only this factory has. */
  readonly ownOptionNames?: readonly string[]
  readonly driver: Driver
  readonly engine: Engine
  /** For clients that work with several engines: asks the server which engine it is, before the first statement. */
  readonly detectEngine?: () => Promise<Engine>
  /** What a client and its transactions have in common: the server is asked once for all of them. Default: the driver. */
  readonly owner?: object
  readonly durability: StoreManifest["durability"]
  /** The verbs that take more than one round trip. */
  readonly roundTrips?: Partial<Record<Verb, number>>
  /** Whether concurrent session lookups are batched: worth it when each statement is a round trip. */
  readonly batchesLookups: boolean
}

const oneRoundTripEach = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 1 }

/** Makes the adapter of a SQL client. */
export function createSqlAdapter<X extends ExtraFields = object>(
  client: SqlClient,
  options: SqlOptions<X> = {},
): Adapter<X> {
  const { engine, durability, batchesLookups } = client
  checkOptionNames(client.factory, options, [
    ...sharedOptionNames,
    "onStatement",
    ...(client.ownOptionNames ?? []),
  ])
  const schema = schemaFor(options.schema ?? defaultSchema(), engine.dialect.family)
  const driver = options.onStatement ? withTracing(client.driver, options.onStatement) : client.driver
  const open = ({ dialect }: Engine) => {
    const parts = { schema, dialect, driver, compiled: compileSchema(schema, dialect) }
    const opened = { store: createSqlStore(parts, batchesLookups), upkeep: createSqlUpkeep(parts) }
    return schema.managed ? refuseMissingModels(opened, schema.managed) : opened
  }
  const known = openEngine(client, schema)
  const openLazily = (ask: () => Promise<OpenedEngine>) =>
    lazyStore(() =>
      withRetry(ask, ({ engine, isProvisional }) => ({ ...open(engine), isProvisional }), failed),
    )
  const failed = (error: unknown) => sqlError(schema, engine.dialect, "user", error, true)
  const facts = tableFacts(client.driver, schema)
  const definition = {
    name: engine.dialect.name,
    ...(typeof known === "function" ? openLazily(known) : open(known)),
    removal: "atomic",
    durability,
    roundTrips: roundTripsOf(client, schema),
    reduced: () => facts.reduced ?? schema.reduced,
    migration: { schema, engine, driver, detectEngine: client.detectEngine, facts },
  } as const
  return createAdapter(definition, { ...options, schema: schema as Schema<X> })
}

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
  run(statement, values) {
    onStatement(statement.text)
    return driver.run(statement, values)
  },
  batch(steps) {
    for (const [{ text }] of steps) onStatement(text)
    return driver.batch(steps)
  },
})
