import PostgresAdapter from "@auth/pg-adapter"
import { Pool } from "pg"
import type { AuthJsPeer } from "../peer.ts"

export const peer = {
  package: "@auth/pg-adapter",
  from: "Auth.js",
  stores: {
    postgres: {
      clients: ["pg"],
      note: "The documented tables, without additional keys or indexes. Their ids are numbers.",
      tables: ["packages/workshop/src/official/schemas/pg-adapter.sql"],
      async open(url: string) {
        const pool = new Pool({ connectionString: url })
        return { adapter: PostgresAdapter(pool), close: () => pool.end() }
      },
    },
  },
} satisfies AuthJsPeer
