import type { ExtraFields } from "../../../contract/schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { SqlOptions } from "../sql-adapter.ts"

/** The options that every ORM's factory takes. */
export type OrmOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** The engine of the database. Default: detected from the ORM. */
  readonly dialect?: EngineName
}
