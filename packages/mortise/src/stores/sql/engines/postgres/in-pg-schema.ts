import type { Schema } from "../../../../contract/schema.ts"
import { perClient } from "../../../../shared/per-client.ts"
import type { Dialect } from "../../dialect.ts"
import type { Driver } from "../../driver.ts"
import type { Engine, WithEngine } from "../../engine.ts"

/** A client whose statements name the PostgreSQL schema of each table. */
export function inPgSchema<Client extends WithEngine>(client: Client, schema: Schema): Client {
  const { engine, detectEngine } = client
  return {
    ...client,
    engine: engineIn(engine)(schema),
    ...(detectEngine && {
      detectEngine: async (driver: Driver) => engineIn(await detectEngine(driver))(schema),
    }),
  }
}

/** A dialect whose statements name the PostgreSQL schema of each table. */
export const dialectIn = (dialect: Dialect, pgSchema: string): Dialect => ({
  ...dialect,
  quoteTable: (table) => `${dialect.quote(pgSchema)}.${dialect.quote(table)}`,
})

// The same engine at every call, because statements are cached by its dialect.
const engineIn = perClient((engine: Engine) =>
  perClient(({ pgSchema = "" }: Schema): Engine => {
    const { dialect, introspection } = engine
    return {
      ...engine,
      dialect: dialectIn(dialect, pgSchema),
      async introspection() {
        const { read, ...rest } = await introspection()
        return { ...rest, read: (ask, tables) => read(ask, tables, pgSchema) }
      },
    }
  }),
)
