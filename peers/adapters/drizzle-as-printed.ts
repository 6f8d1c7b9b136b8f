import type { AuthJsPeer } from "../peer.ts"
import { peer as drizzle } from "./drizzle.ts"

const { postgres } = drizzle.stores

export const peer = {
  ...drizzle,
  stores: {
    postgres: {
      ...postgres,
      note: "The tables that drizzle-kit creates from the schema in the documentation: they have no primary key for accounts, tokens and passkeys.",
      tables: [...postgres.tables, "packages/workshop/src/official/schemas/drizzle-postgres-as-printed.sql"],
    },
  },
} satisfies AuthJsPeer
