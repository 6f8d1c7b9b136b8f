import { redisStorage } from "@better-auth/redis-storage"
import { Redis } from "ioredis"
import { type BetterAuthPeer, storageNote, storageTopics } from "../peer.ts"

async function open(url: string) {
  const client = new Redis(url)
  // Without a listener, ioredis prints every failed connection.
  client.on("error", () => {})
  return { storage: redisStorage({ client }), close: () => client.disconnect() }
}

export const peer = {
  package: "@better-auth/redis-storage",
  from: "Better Auth",
  stores: {
    redis: {
      clients: ["ioredis"],
      note: `${storageNote} Better Auth reads, changes and writes back a list of the sessions of each user, which its interface does not let a storage make atomic: only a storage with an index of its own prevents what that leaves to chance.`,
      topics: storageTopics,
      open,
    },
  },
} satisfies BetterAuthPeer
