import type { EngineName } from "../../../schema/engine-name.ts"
import type { SqlClient } from "../../sql-client.ts"

/** Describes each client of an ORM once for an engine: adapters are made for every request, and share its driver. */
export function perEngine<C extends object>(
  describe: (engine: EngineName, client: C) => SqlClient,
): (engine: EngineName, client: C) => SqlClient {
  const clients = new WeakMap<C, Map<EngineName, SqlClient>>()
  return (engine, client) => {
    const engines = clients.get(client) ?? new Map<EngineName, SqlClient>()
    const described = engines.get(engine) ?? describe(engine, client)
    clients.set(client, engines.set(engine, described))
    return described
  }
}
