import { Redis } from "ioredis"
import { ioredisAdapter } from "mortise/ioredis"
import { hashedSessions, split } from "mortise/layers"
import { migrate } from "mortise/migrate"
import { pgAdapter } from "mortise/pg"
import type { Pool } from "pg"
import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import { startRedis } from "../../../packages/workshop/src/servers/redis.ts"
import type { Engine } from "../contestant.ts"
import { type Entry, onServer } from "./on-server.ts"
import { poolAt, versionAt } from "./postgres-ours.ts"

const onPg = async (url: string, add: (adapter: ReturnType<typeof pgAdapter>) => unknown) => {
  const pool: Pool = poolAt(url)
  const adapter = pgAdapter(pool)
  await migrate(adapter)
  return { adapter: add(adapter), close: () => pool.end() }
}

const onRedis = async (make: (client: Redis) => unknown) => {
  const server = await startRedis()
  const client = new Redis(server.port)
  const close = async () => {
    client.disconnect()
    await server.close()
  }
  return { adapter: make(client), close }
}

const alone: Entry = { name: "mortise/pg", open: (url) => onPg(url, (adapter) => adapter) }

const others: readonly Entry[] = [
  {
    name: "mortise/pg with hashedSessions",
    besideLimit: true,
    open: (url) => onPg(url, (adapter) => hashedSessions(adapter)),
  },
  { name: "mortise/ioredis", open: () => onRedis((client) => ioredisAdapter(client)) },
  {
    name: "split: users in mortise/pg, sessions in mortise/ioredis",
    async open(url) {
      const redis = await onRedis((client) => client)
      const sessions = ioredisAdapter(redis.adapter as Redis)
      const { adapter, close } = await onPg(url, (users) => split({ users, sessions }))
      return { adapter, close: () => Promise.all([close(), redis.close()]) }
    },
  },
]

/** Layers against the adapters below them, alone. */
export const layers: Engine = {
  name: "layers",
  about:
    "Layers, and what they cost. One PostgreSQL server on the loopback interface that does not wait for its disk, a database and a pool of ten connections for each; a Redis server with one connection for each that uses it. `split` is to be compared with the slower of its halves, which are both measured alone.",
  baseline: "`mortise/pg` alone",
  only: ["getSessionAndUser"],
  async open() {
    const server = await openPostgres()
    const url = await server.database()
    return {
      contestants: [onServer(server, alone), ...others.map((entry) => onServer(server, entry))],
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url },
      close: () => server.close(),
    }
  },
}
