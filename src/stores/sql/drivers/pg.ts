import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import { type Connections, connect, type PgClient } from "../engines/postgres/connection.ts"
import { describePg, pgDriver } from "../engines/postgres/pg-driver.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

export type { PgClient } from "../engines/postgres/connection.ts"

/** The options of `pgAdapter`. */
export type PgOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** Whether to prepare statements by name. Default: true, until a pooler turns out not to keep them. */
  readonly prepare?: boolean
}

const shape = {
  factory: "pgAdapter",
  takes: "a Pool or Client of pg: pgAdapter(new Pool())",
  has: ["query", "on", "listenerCount"],
  lacks: ["getConnection", "execute", "unsafe"],
}

const named = perClient((client: PgClient) => pgDriver(connected(client), true))
const unnamed = perClient((client: PgClient) => pgDriver(connected(client), false))

function connected(client: PgClient): Connections {
  checkClient(client, shape)
  return connect(client)
}

export const pg: ClientKind<PgClient> = {
  shape,
  describe: (client) => describePg(shape.factory, named(client)),
}

/**
 * Makes an adapter for PostgreSQL through a pool or a single client of `pg`.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Pool } from "pg"
 * import { pgAdapter } from "mortise/pg"
 *
 * const adapter = pgAdapter(new Pool())
 * ```
 */
export function pgAdapter<X extends ExtraFields = object>(
  client: PgClient,
  options?: PgOptions<X>,
): Adapter<X> {
  const described = pg.describe(client)
  return createSqlAdapter(
    {
      ...described,
      ownOptionNames: ["prepare"],
      ...(options?.prepare === false && { driver: unnamed(client) }),
    },
    options,
  )
}
