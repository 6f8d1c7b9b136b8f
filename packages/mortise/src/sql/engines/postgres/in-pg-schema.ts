import { perClient } from "../../../shared/per-client.ts"
import type { Dialect } from "../../dialect.ts"
import type { Driver } from "../../driver.ts"
import type { Engine, InPgSchema, WithEngine } from "../../engine.ts"
import type { Catalog } from "../../introspection/introspection.ts"

/** A client whose statements name the PostgreSQL schema of each table. */
export function inPgSchema<Client extends WithEngine>(client: Client, place: InPgSchema): Client {
  const { engine, detectEngine } = client
  return {
    ...client,
    engine: engineIn(engine)(place),
    ...(detectEngine && {
      detectEngine: async (driver: Driver) => engineIn(await detectEngine(driver))(place),
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
  perClient(({ pgSchema = "" }: InPgSchema): Engine => {
    const { dialect, introspection, catalog } = engine
    const readIn =
      ({ readTables }: Catalog): Catalog["readTables"] =>
      (ask, tables) =>
        readTables(ask, tables, pgSchema)
    return {
      ...engine,
      dialect: dialectIn(dialect, pgSchema),
      async introspection() {
        const loaded = await introspection()
        return { ...loaded, readTables: readIn(loaded) }
      },
      async catalog() {
        const loaded = await catalog()
        return { ...loaded, readTables: readIn(loaded) }
      },
    }
  }),
)
