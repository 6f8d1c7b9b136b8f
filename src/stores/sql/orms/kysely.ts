import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import { createSqlAdapter } from "../sql-adapter.ts"
import { describeKysely } from "./describe-kysely.ts"
import type { KyselyClient } from "./kysely-client.ts"
import type { OrmOptions } from "./orm-options.ts"
import type { EngineName } from "./raw-engine.ts"

export type { KyselyClient } from "./kysely-client.ts"

/** The options of `kyselyAdapter`. */
export type KyselyOptions<X extends ExtraFields = object> = OrmOptions<X>

const shape = {
  factory: "kyselyAdapter",
  takes: "an instance or a transaction of Kysely: kyselyAdapter(db)",
  has: ["executeQuery", "getExecutor", "withoutPlugins", "isTransaction"],
}

const describeAs = (dialect?: EngineName) =>
  perClient((client: KyselyClient) => ({
    ...describeKysely(shape.factory, client, dialect),
    ownOptionNames: ["dialect"],
  }))
const described = {
  detected: describeAs(),
  postgres: describeAs("postgres"),
  mysql: describeAs("mysql"),
  sqlite: describeAs("sqlite"),
}

/**
 * Makes an adapter on the connections of Kysely: PostgreSQL, MySQL, MariaDB or SQLite. Pass a transaction to work inside
 * it. Kysely does not describe its tables: name yours in `defineSchema` where they differ from the default ones.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Kysely, PostgresDialect } from "kysely"
 * import { kyselyAdapter } from "mortise/kysely"
 * import { Pool } from "pg"
 *
 * const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
 * const adapter = kyselyAdapter(db)
 * ```
 */
export function kyselyAdapter<X extends ExtraFields = object>(
  client: KyselyClient,
  options?: KyselyOptions<X>,
): Adapter<X> {
  checkClient(client, shape)
  return createSqlAdapter(described[options?.dialect ?? "detected"](client), options)
}
