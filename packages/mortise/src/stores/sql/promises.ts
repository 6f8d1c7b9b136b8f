import type { StoreManifest } from "../../contract/manifest.ts"
import type { Verb } from "../../contract/operation-names.ts"
import type { Schema } from "../../contract/schema.ts"
import type { StoreDefinition } from "../../operations/store.ts"
import type { SqlClient } from "../../sql/sql-client.ts"

/** What the store of a client promises, before its tables were read. */
export const describePromises = (
  client: SqlClient,
  schema: Schema,
  allowStaleReads: boolean,
): Omit<StoreDefinition, "open"> => ({
  name: client.engine.dialect.name,
  removal: "atomic",
  durability: client.durability,
  roundTrips: countRoundTrips(client, schema),
  changesKeys: true,
  cancelledReplicationWaits: client.cancelledReplicationWaits,
  staleReads: pickStaleReads(client, allowStaleReads),
})

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
