import type { StoreManifest } from "../../contract/manifest.ts"
import type { Verb } from "../../contract/operations.ts"
import { type ExtraFields, plainSchema, type Schema } from "../../contract/schema.ts"
import type { Adapter } from "../../contract/types.ts"
import { type AdapterOptions, createAdapter } from "../../operations/create-adapter.ts"
import { attempt } from "./attempt.ts"
import type { Dialect } from "./dialect.ts"
import type { Driver } from "./driver.ts"
import { opening } from "./opening.ts"
import { plansOf } from "./plan.ts"
import { sqlError } from "./sql-errors.ts"
import { createSqlStore } from "./sql-store.ts"
import { createSqlUpkeep } from "./sql-upkeep.ts"

/** What every SQL factory takes besides its client. */
export type SqlOptions<X extends ExtraFields = object> = AdapterOptions<X> & {
  /** Told the text of each statement before it is sent; values are never in it. */
  readonly onStatement?: (text: string) => void
}

/** What a driver says of itself. */
export type SqlClient = {
  readonly driver: Driver
  readonly dialect: Dialect
  /** Where only the server can tell which dialect it speaks: asked before the first statement. */
  readonly dialectOf?: () => Promise<Dialect>
  readonly durability: StoreManifest["durability"]
  /** Round trips of verbs that take more than one. */
  readonly roundTrips?: Partial<Record<Verb, number>>
  /** Whether session lookups that come at once travel together: it pays where each statement is a round trip. */
  readonly inLanes: boolean
}

const oneEach = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 1 }

/** The adapter of a SQL client. */
export function createSqlAdapter<X extends ExtraFields = object>(
  client: SqlClient,
  options: SqlOptions<X> = {},
): Adapter<X> {
  const { dialect, dialectOf, durability, inLanes } = client
  const schema: Schema = options.schema ?? plainSchema()
  const driver = options.onStatement ? tracing(client.driver, options.onStatement) : client.driver
  const over = (dialect: Dialect) => {
    const parts = { schema, dialect, driver, plans: plansOf(schema, dialect) }
    return { store: createSqlStore(parts, inLanes), upkeep: createSqlUpkeep(parts) }
  }
  const failed = (error: unknown) => sqlError(schema, dialect, "user", error, true)
  const engine = {
    name: dialect.name,
    ...(dialectOf ? opening(() => attempt(dialectOf, over, failed)) : over(dialect)),
    removal: "atomic",
    durability,
    roundTrips: { ...oneEach, ...client.roundTrips },
    migration: { schema, dialect, driver },
  } as const
  return createAdapter(engine, options)
}

const tracing = (driver: Driver, onStatement: (text: string) => void): Driver => ({
  ...driver,
  run(statement, values) {
    onStatement(statement.text)
    return driver.run(statement, values)
  },
  batch(steps) {
    for (const [{ text }] of steps) onStatement(text)
    return driver.batch(steps)
  },
})
