import type { Driver } from "../../driver.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { type ClientKind, defineClient, type SqlClient } from "../../sql-client.ts"
import { type PgClient, pgDriver, toConnections } from "./pg-driver.ts"

/** Describes a driver over pg. */
export const describePg = (factory: string, driver: Driver): SqlClient => ({
  ...describePostgres(factory, driver),
  cancelledReplicationWaits: () => "reported",
})

const shape = {
  factory: "pgAdapter",
  takes: "a Pool or Client of pg: pgAdapter(new Pool())",
  has: ["query", "on", "listenerCount"],
  lacks: ["getConnection", "execute", "unsafe"],
}

export const pg: ClientKind<PgClient> = defineClient(
  shape,
  (client) => pgDriver(toConnections(client), true),
  describePg,
)

/** A client whose statements are not prepared by name. */
export const unnamedPg: ClientKind<PgClient> = defineClient(
  shape,
  (client) => pgDriver(toConnections(client), false),
  describePg,
)
