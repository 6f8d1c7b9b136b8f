import { join } from "node:path"
import { quickFolder } from "../packages/workshop/src/folders.ts"
import { openWire } from "../packages/workshop/src/http/open-wire.ts"
import { connectThroughProxy, loadNeon, type Neon } from "../packages/workshop/src/neon/load-neon.ts"
import { startNeon } from "../packages/workshop/src/neon/neon-endpoint.ts"
import { startUpstash } from "../packages/workshop/src/redis/upstash-endpoint.ts"
import { openLibsqlServer } from "../packages/workshop/src/servers/libsql.ts"
import { openMariadb } from "../packages/workshop/src/servers/mariadb.ts"
import { openPostgres } from "../packages/workshop/src/servers/postgres.ts"
import { startRedis } from "../packages/workshop/src/servers/redis.ts"
import type { Place } from "./clients/client.ts"

type Closing = () => unknown

/** Starts each server when the first cell needs it, and gives every cell an empty store. */
export function openPlaces() {
  const closing: Closing[] = []
  const once = <T>(start: () => Promise<T>, closeOf: (started: T) => Closing) => {
    let started: Promise<T> | undefined
    return () => {
      started ??= start().then((server) => {
        closing.push(closeOf(server))
        return server
      })
      return started
    }
  }
  const closed = ({ close }: { close(): unknown }) => close
  const folder = once(
    async () => quickFolder(),
    ({ remove }) => remove,
  )
  const postgres = once(openPostgres, closed)
  const mariadb = once(openMariadb, closed)
  const endpoint = once(startNeon, closed)
  const proxy = once(startProxy, closed)
  let files = 0
  const file = async () => join((await folder()).folder, `${++files}.db`)
  const redis = async () => {
    const server = await startRedis()
    closing.push(server.close)
    return server
  }
  const neonUrl = async () => (await (await postgres()).database()).replace("postgres@", "postgres:none@")

  const places = {
    nothing: async () => ({ url: "" }),
    postgres: async () => ({ url: await (await postgres()).database() }),
    mariadb: async () => ({ url: await (await mariadb()).database() }),
    file: async () => ({ url: await file() }),
    "libSQL server": async () => ({ url: await openLibsqlServer(await file()) }),
    redis: async () => ({ url: `redis://127.0.0.1:${(await redis()).port}` }),
    upstash: async () => {
      const { url, token, close } = await startUpstash((await redis()).port)
      closing.unshift(close)
      return { url, key: token }
    },
    "neon over HTTP": async () => ({ url: await neonUrl(), endpoint: (await endpoint()).url }),
    "neon over a WebSocket": async () => ({ url: await neonUrl(), proxy: (await proxy()).address }),
    http: async () => {
      const { url, key, close } = await openWire()
      closing.push(close)
      return { url, key }
    },
  } satisfies Readonly<Record<string, () => Promise<Place>>>
  return {
    open: (name: PlaceName): Promise<Place> => places[name](),
    async close() {
      // What was started last may use what was started before.
      for (const close of closing.toReversed()) await close()
    },
  }
}

export type PlaceName =
  | "nothing"
  | "postgres"
  | "mariadb"
  | "file"
  | "libSQL server"
  | "redis"
  | "upstash"
  | "neon over HTTP"
  | "neon over a WebSocket"
  | "http"

async function startProxy() {
  await loadNeon()
  const neonConfig = {} as Neon["neonConfig"]
  const { close } = await connectThroughProxy({ neonConfig } as Neon)
  return { address: neonConfig.wsProxy("HOST", "PORT"), close }
}
