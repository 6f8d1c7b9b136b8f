import type { SqlAdapter } from "../../../contract/adapter.ts"
import { internals } from "../../../contract/internals.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import type { Tenanted } from "../../../contract/tenants.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { findClient, lateDriver } from "../../../sql/late-client.ts"
import { rawEngines } from "../../../sql/orms/connections/raw-engine.ts"
import type { SqlClient } from "../../../sql/sql-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

/** The options that every ORM's factory takes. */
export type OrmOptions<X extends ExtraFields = object, Tenants extends boolean = false> = SqlOptions<
  X,
  Tenants
> & {
  /** The engine of the database. Default: detected from the ORM. */
  readonly dialect?: EngineName
}

type Found = Pick<SqlClient, "driver" | "engine" | "detectEngine">

/**
 * Makes the adapter of an ORM that a function returns. Until it is there, it can describe neither its engine nor its
 * tables, so both are options. `make` is the factory: it describes the ORM at each call, from its own caches.
 */
export function lateOrmAdapter<C, X extends ExtraFields, Tenants extends boolean>(
  factory: string,
  source: () => Awaitable<C>,
  options: OrmOptions<X, Tenants>,
  make: (client: C, options: never) => object,
): Tenanted<Tenants, SqlAdapter<X>> {
  const { onStatement, timeoutSeconds, ...rest } = options
  const { dialect, schema } = rest
  if (!dialect || !schema)
    throwInvalid(
      `${factory}: a function needs the options dialect and schema, because the ORM cannot describe its tables: ${factory}(() => db, { dialect: "postgres", schema }).`,
    )
  const find = async () => internals(make(await source(), rest as never))?.migration as Found
  const client: SqlClient = {
    factory,
    ownOptionNames: ["dialect"],
    driver: lateDriver(factory, async () => (await find()).driver),
    engine: rawEngines[dialect],
    async detectEngine() {
      const { driver, engine, detectEngine } = await findClient(factory, find)
      return (await detectEngine?.(driver)) ?? engine
    },
    durability: dialect === "sqlite" ? "process" : "power",
    isolatesCalls: true,
  }
  return createSqlAdapter(client, options)
}
