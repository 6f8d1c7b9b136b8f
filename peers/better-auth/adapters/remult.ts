import { remultAdapter } from "@nerdfolio/remult-better-auth"
import { Remult, SqlDatabase } from "remult"
import { PostgresDataProvider } from "remult/postgres"
import { openPool } from "../open-pool.ts"
import type { BetterAuthPeer } from "../peer.ts"
import { remultEntities } from "../tables/remult.ts"

async function open(url: string) {
  const pool = openPool(url)
  const dataProvider = new SqlDatabase(new PostgresDataProvider(pool))
  const authEntities = { ...(await remultEntities()) }
  const remult = new Remult(dataProvider)
  await dataProvider.ensureSchema(Object.values(authEntities).map((entity) => remult.repo(entity).metadata))
  return { database: remultAdapter({ authEntities, dataProvider }), close: () => pool.end() }
}

export const peer = {
  package: "@nerdfolio/remult-better-auth",
  from: "the community",
  stores: {
    postgres: {
      clients: ["remult", "pg"],
      note: "The adapter generates the entities, and Remult creates their tables. It cannot generate the suite's own model, which has a JSON field, so the cases of that model are skipped.",
      skip: {
        "keys/emails": "its values are no addresses, which the entities refuse",
        "joins/nothing-to-join": "it needs the suite's own model",
      },
      open,
    },
  },
} satisfies BetterAuthPeer
