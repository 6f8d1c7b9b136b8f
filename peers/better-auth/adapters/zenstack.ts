import { zenstackAdapter } from "@zenstackhq/better-auth"
import { ZenStackClient } from "@zenstackhq/orm"
import { PostgresDialect } from "@zenstackhq/orm/dialects/postgres"
import { openPool } from "../open-pool.ts"
import type { BetterAuthPeer } from "../peer.ts"
import { zenstackSchema } from "../tables/zenstack.ts"

async function open(url: string) {
  const pool = openPool(url)
  const db = new ZenStackClient(await zenstackSchema(), { dialect: new PostgresDialect({ pool }) })
  await db.$pushSchema()
  return { database: zenstackAdapter(db, { provider: "postgresql" }), close: () => db.$disconnect() }
}

export const peer = {
  package: "@zenstackhq/better-auth",
  from: "the community",
  stores: {
    postgres: {
      clients: ["@zenstackhq/orm", "pg"],
      note: "The models that it generates, and ZenStack's tables of them. Two optional lists of the suite's own model are corrected by hand, because ZenStack does not read what the package writes.",
      open,
    },
  },
} satisfies BetterAuthPeer
