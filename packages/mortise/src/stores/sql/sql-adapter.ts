import type { SqlAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { Guarantee } from "../../contract/guarantees.ts"
import type { StoreManifest } from "../../contract/manifest.ts"
import type { Verb } from "../../contract/operations.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import {
  type AdapterOptions,
  createAdapter,
  type StoreDefinition,
  sharedOptionNames,
} from "../../operations/create-adapter.ts"
import { createTimeLimit } from "../../operations/deadline.ts"
import { schemaFor } from "../../schema/define-schema.ts"
import { warningsTo } from "../../shared/console.ts"
import type { SqlClient } from "../../sql/sql-client.ts"
import { getTiming } from "../../sql/timing.ts"
import { traceDriver } from "../../sql/trace-driver.ts"
import { warnOfHazard } from "../../sql/warn-of-hazard.ts"
import { tableFacts } from "./open/open-engine.ts"
import { openStores } from "./open/open-stores.ts"
import { withModelCheck } from "./open/with-model-check.ts"

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
   * Allows session lookups on a standby of PostgreSQL or a replica of D1, and dirty reads on Galera. They can return a
   * session that was revoked. Default: false, so that they fail as `readonly`, or go to the primary of D1.
   */
  readonly allowStaleReads?: boolean
}

/** Makes the adapter of a SQL client. */
export function createSqlAdapter<X extends ExtraFields = object>(
  baseClient: SqlClient,
  options: SqlOptions<X> = {},
): SqlAdapter<X> {
  checkOptionNames(baseClient.factory, options, [...sqlOptionNames, ...(baseClient.ownOptionNames ?? [])])
  const { onStatement, timeoutSeconds, allowStaleReads = false } = options

  const schema = schemaFor(options.schema ?? defaultSchema(), baseClient.engine.dialect.family)
  const client =
    (schema.pgSchema !== undefined && baseClient.engine.inPgSchema?.(baseClient, schema)) || baseClient
  const { factory, engine, detectEngine, cancelledReplicationWaits, hazard } = client
  const { driver, runTimed } = getTiming(traceDriver(client.driver, onStatement), timeoutSeconds)
  const stores = openStores(client, schema, {
    driver,
    runTimed,
    allowStaleReads,
    onWarning: warningsTo(options.onWarning),
  })
  warnOfHazard(client, options.onWarning)
  const facts = tableFacts(client.driver, schema)
  const setMissingGuarantees = (missingGuarantees: readonly Guarantee[]): void => {
    facts.missingGuarantees = missingGuarantees
  }

  const definition: StoreDefinition = {
    ...(schema.managed ? withModelCheck(stores, schema.managed) : stores),
    name: engine.dialect.name,
    removal: "atomic",
    durability: client.durability,
    roundTrips: countRoundTrips(client, schema),
    changesKeys: true,
    missingGuarantees: () => facts.missingGuarantees ?? schema.missingGuarantees,
    cancelledReplicationWaits,
    staleReads: pickStaleReads(client, allowStaleReads),
    timeLimit: createTimeLimit(timeoutSeconds),
    migration: {
      factory,
      schema,
      engine,
      detectEngine,
      driver,
      runTimed,
      setMissingGuarantees,
      cancelledReplicationWaits,
      hazard,
    },
  }
  return createAdapter(definition, { ...options, schema: schema as Schema<X> }) as SqlAdapter<X>
}

const sqlOptionNames = [...sharedOptionNames, "onStatement", "timeoutSeconds", "allowStaleReads"]

/** A SQLite database is one file, so no read of it is stale, unless the file is replicated. */
function pickStaleReads(
  { engine, hasReplicas }: SqlClient,
  allowStaleReads: boolean,
): StoreManifest["staleReads"] {
  if (engine.dialect.family === "sqlite" && !hasReplicas) return undefined
  return allowStaleReads ? "allowed" : "refused"
}

/**
 * With a preset, two more statements delete a user's accounts and sessions; with an ORM's tables, a third one deletes
 * passkeys. An engine that does not return what it filled is asked for the row after an insert.
 */
function countRoundTrips(
  { roundTrips = {}, engine }: SqlClient,
  schema: Schema,
): Readonly<Record<Verb, number>> {
  const { insert = 1, update = 1, take = 1, cascade = 1 } = roundTrips
  const deletions = schema.managed ? 3 : schema.preset ? 2 : 0
  const hasDefaults = Object.values(schema.models).some(({ fields }) =>
    fields.some(({ databaseDefault }) => databaseDefault),
  )
  return {
    find: 1,
    list: 1,
    findWithUser: 1,
    insert: insert + (hasDefaults && !engine.dialect.returning.insert ? 1 : 0),
    update,
    take,
    removeUser: cascade + (cascade > 1 ? deletions : 0),
  }
}
