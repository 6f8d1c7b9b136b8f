import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { Redis } from "ioredis"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { mortiseDatabase, mortiseStorage } from "../../../packages/mortise/src/better-auth/index.ts"
import { migrate } from "../../../packages/mortise/src/better-auth/migrate/index.ts"
import { ioredisAdapter } from "../../../packages/mortise/src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { type BetterAuthPeer, storageNote, storageTopics } from "../peer.ts"
import { peerOptions } from "../peer-options.ts"

async function openOn(client: object, close: () => unknown) {
  const database = mortiseDatabase(client)
  await migrate(betterAuth({ ...peerOptions, database }))
  return { database, close }
}

const shared = {
  note: "`mortiseDatabase` of `mortise/better-auth`, and the tables of `mortise/better-auth/migrate`.",
  import: "mortise/better-auth",
}

export const peer: BetterAuthPeer = {
  package: "mortise",
  from: "this project",
  stores: {
    sqlite: {
      ...shared,
      clients: ["@libsql/client"],
      note: `In memory. ${shared.note}`,
      async open() {
        const client = createClient({ url: ":memory:" })
        return openOn(client, () => client.close())
      },
    },
    postgres: {
      ...shared,
      clients: ["pg"],
      async open(connectionString) {
        const client = new Pool({ connectionString })
        return openOn(client, () => client.end())
      },
    },
    mariadb: {
      ...shared,
      clients: ["mysql2"],
      async open(url) {
        const client = createPool(url)
        return openOn(client, () => client.end())
      },
    },
    redis: {
      ...shared,
      clients: ["ioredis"],
      note: `\`mortiseStorage\` of \`mortise/better-auth\`. ${storageNote}`,
      topics: storageTopics,
      async open(url) {
        const client = new Redis(url)
        // Without a listener, ioredis prints every failed connection.
        client.on("error", () => {})
        return { storage: mortiseStorage(ioredisAdapter(client)), close: () => client.disconnect() }
      },
    },
  },
}
