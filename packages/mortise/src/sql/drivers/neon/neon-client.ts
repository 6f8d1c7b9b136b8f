import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { type ClientKind, checkClient, defineClient } from "../../sql-client.ts"
import { pg } from "../pg/pg-client.ts"
import type { PgClient } from "../pg/pg-driver.ts"
import { type NeonFunction, neonHttpDriver } from "./neon-http.ts"

/** A `Pool` or `Client` of @neondatabase/serverless, or the function that `neon(url)` returns. */
export type NeonClient = PgClient | NeonFunction

const shape = {
  factory: "neonAdapter",
  takes: "a Pool or Client of @neondatabase/serverless, or the function of neon(url): neonAdapter(neon(url))",
  has: ["query"],
  lacks: ["getConnection", "execute", "begin"],
}

const isFunction = (client: unknown): client is NeonFunction => typeof client === "function"

export const neon: ClientKind<NeonClient> = defineClient(
  shape,
  (client) => {
    const members = isFunction(client) ? ["transaction", "unsafe"] : ["on", "listenerCount"]
    checkClient(client, { ...shape, has: members })
    return isFunction(client) ? neonHttpDriver(client) : pg.getDriver(client)
  },
  // Over HTTP, notices are not visible.
  (factory, driver, client) => ({
    ...describePostgres(factory, driver),
    cancelledReplicationWaits: () => (client && !isFunction(client) ? "reported" : "hidden"),
  }),
)
