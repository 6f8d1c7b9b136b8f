import { readPlace } from "../../../sql/introspection/read-place.ts"
import { openMigration } from "./migration.ts"

/** Names the database of an adapter with tables. */
export async function readAdapterPlace(adapter: object): Promise<string> {
  const { ask, dialect } = await openMigration(adapter, "readPlace")
  return readPlace(ask, dialect.family)
}
