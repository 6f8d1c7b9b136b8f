import type { ExtraFields } from "../../../contract/schema.ts"
import type { SqlOptions } from "../sql-adapter.ts"
import type { EngineName } from "./connections/raw-engine.ts"

/** What every factory of an ORM takes besides its client. */
export type OrmOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** The engine of the database. Default: detected from the ORM. */
  readonly dialect?: EngineName
}
