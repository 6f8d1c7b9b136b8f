import { perClient } from "../../../shared/per-client.ts"
import type { Driver } from "../../driver.ts"
import { type ClientKind, checkClient } from "../../sql-client.ts"
import type { PgClient } from "../pg/connection.ts"
import { describePg, pg } from "../pg/pg-client.ts"
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

const getDriver = perClient((client: NeonClient): Driver => {
  checkClient(client, shape)
  const members = isFunction(client) ? ["transaction", "unsafe"] : ["on", "listenerCount"]
  checkClient(client, { ...shape, has: members })
  return isFunction(client) ? neonHttpDriver(client) : pg.getDriver(client)
})

export const neon: ClientKind<NeonClient> = {
  shape,
  getDriver,
  // Over HTTP, notices are not visible.
  describe: (driver, client) => ({
    ...describePg(shape.factory, driver),
    cancelledReplicationWaits: () => (client && !isFunction(client) ? "reported" : "hidden"),
  }),
}
