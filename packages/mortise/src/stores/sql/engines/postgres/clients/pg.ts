import { perClient } from "../../../../../shared/per-client.ts"
import { type ClientKind, checkClient } from "../../../sql-client.ts"
import { connect } from "../connect.ts"
import type { Connections, PgClient } from "../connection.ts"
import { describePg, pgDriver } from "../pg-driver.ts"

const shape = {
  factory: "pgAdapter",
  takes: "a Pool or Client of pg: pgAdapter(new Pool())",
  has: ["query", "on", "listenerCount"],
  lacks: ["getConnection", "execute", "unsafe"],
}

const named = perClient((client: PgClient) => pgDriver(connected(client), true))
/** The driver of a client whose statements are not prepared by name. */
export const unnamedPg = perClient((client: PgClient) => pgDriver(connected(client), false))

function connected(client: PgClient): Connections {
  checkClient(client, shape)
  return connect(client)
}

export const pg: ClientKind<PgClient> = {
  shape,
  describe: (client) => describePg(shape.factory, named(client)),
}
