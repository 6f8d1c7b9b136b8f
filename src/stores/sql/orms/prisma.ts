import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { createSqlAdapter, type SqlClient } from "../sql-adapter.ts"
import { describeJoined, describeRaw } from "./describe-client.ts"
import { nativeClient } from "./native-client.ts"
import type { OrmOptions } from "./orm-options.ts"
import { callsOf, runOn, savepointOf, withInsertId } from "./prisma-calls.ts"
import { type PrismaClientLike, readClient, refuseQueryExtensions } from "./prisma-client.ts"
import { libsqlDriver } from "./prisma-libsql.ts"
import type { EngineName } from "./raw-engine.ts"

export type { PrismaClientLike } from "./prisma-client.ts"

/** The options of `prismaAdapter`. */
export type PrismaOptions<X extends ExtraFields = object> = OrmOptions<X>

const factory = "prismaAdapter"

const engines: Readonly<Record<string, EngineName>> = {
  postgresql: "postgres",
  postgres: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
}

export function prismaAdapter<X extends ExtraFields = object>(
  client: PrismaClientLike,
  options: PrismaOptions<X> = {},
): Adapter<X> {
  const { provider, pool, libsql, isTransaction } = readClient(client)
  refuseQueryExtensions(client, ["User", "Account", "Session", "VerificationToken", "Authenticator"])
  const engine = options.dialect ?? engines[provider]
  if (!engine) throw new MortiseError("invalid", "x")
  const asksInsertId = engine === "mysql" && options.schema?.ids === "serial"
  const describe = (): SqlClient => {
    if (isTransaction) {
      const run = asksInsertId ? withInsertId(runOn(client)) : runOn(client)
      return describeJoined(factory, engine, { run, savepoint: savepointOf(client) })
    }
    const raw = describeRaw(factory, engine, callsOf(client, asksInsertId))
    if (libsql) return { ...raw, driver: libsqlDriver(libsql, raw.driver) }
    return nativeClient(pool) ?? raw
  }
  return createSqlAdapter({ ...describe(), factory, ownOptionNames: ["dialect"] }, options)
}
