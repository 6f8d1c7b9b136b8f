import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { SqlClient } from "../../sql-client.ts"

/** Describes each client of an ORM once for an engine: adapters are made for every request, and share its driver. */
export function perEngine<C extends object>(
  describe: (engine: EngineName, client: C) => SqlClient,
): (engine: EngineName, client: C) => SqlClient {
  const on = (engine: EngineName) => perClient((client: C) => describe(engine, client))
  const engines = { postgres: on("postgres"), mysql: on("mysql"), sqlite: on("sqlite") }
  return (engine, client) => engines[engine](client)
}
