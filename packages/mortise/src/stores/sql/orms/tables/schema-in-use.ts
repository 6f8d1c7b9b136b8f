import type { Schema } from "../../../../contract/schema.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { Driver } from "../../../../sql/driver.ts"
import type { SqlClient } from "../../../../sql/sql-client.ts"

type Client = Pick<SqlClient, "factory" | "owner"> & { readonly driver: Pick<Driver, "isJoined"> }

/** How the options of a factory describe tables. */
type Described = {
  /** The schema that the options describe; `undefined` if they name no tables. */
  readonly named: Schema | undefined
  /** Finds tables that the ORM knows. Default: it knows none. */
  readonly find?: () => Schema | undefined
  /** The options that name tables, for an error. */
  readonly example: string
}

/**
 * The schemas of a database's adapters. More than two are not kept, because an application may define one per request.
 */
const used = new WeakMap<object, Set<Schema | undefined>>()

/**
 * The schema of an adapter, or `undefined` for the default tables. An adapter on a transaction whose options name no
 * tables uses the schema of the database's adapter: any other tables would be a surprise.
 */
export function schemaInUse({ factory, owner, driver }: Client, described: Described): Schema | undefined {
  const { named, find = () => undefined, example } = described
  if (!owner) return named ?? find()
  const schemas = used.get(owner) ?? new Set()
  if (!driver.isJoined?.()) {
    const schema = named ?? find()
    if (schemas.size < 2) used.set(owner, schemas.add(schema))
    return schema
  }
  if (named) return named
  if (schemas.size > 1)
    throwInvalid(
      `${factory}: adapters of this database use different tables, so a transaction must name its own. Pass the options of the database's adapter: ${factory}(tx, { ${example} }).`,
    )
  return schemas.size === 1 ? [...schemas][0] : find()
}
