import type { ClientShape } from "./check-client.ts"
import type { SqlClient } from "./sql-adapter.ts"

/** One kind of client: how it is recognized, and how it is described to the store. */
export type ClientKind<C extends object> = {
  readonly shape: ClientShape
  describe(client: C): SqlClient
}
