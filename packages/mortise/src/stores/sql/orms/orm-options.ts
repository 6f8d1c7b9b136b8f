import type { ExtraFields } from "../../../contract/schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { SqlOptions } from "../sql-adapter.ts"

/** What every factory of an ORM takes besides its client. */
export type OrmOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** The engine of the database. Default: detected from the ORM. */
  readonly dialect?: EngineName
}
