import type { BetterAuthSetup, Tested } from "@mortise/conformance/better-auth"
import { startProxy } from "../../packages/mortise/test/support/servers/proxy.ts"
import { startRedis } from "../../packages/mortise/test/support/servers/redis.ts"
import type { Engine } from "../servers/engines.ts"
import { peerPlugins } from "./peer-options.ts"

/** What is tested, on tables that exist. */
export type OpenClient = Pick<Tested, "database" | "storage"> & { close(): Promise<unknown> }

/** The tables exist, those of these plugins too: the suite must not create them. */
export const hasTables = { migrate: async () => {}, plugins: peerPlugins as never[] }

/** Opens an adapter on its own empty database. It connects through a proxy, which an outage closes. */
export async function openOn(engine: Engine, open: (url: string) => Promise<OpenClient>) {
  const server = await engine.open()
  const url = await server.database()
  if (engine.setting) await engine.execute(url, engine.setting)
  return throughProxy(url, open, () => server.close())
}

/** Opens a storage on its own Redis server. */
export async function openOnRedis(open: (url: string) => Promise<OpenClient>): Promise<BetterAuthSetup> {
  const server = await startRedis()
  return throughProxy(`redis://127.0.0.1:${server.port}`, open, () => server.close())
}

async function throughProxy(
  url: string,
  open: (url: string) => Promise<OpenClient>,
  closeServer: () => Promise<void>,
): Promise<BetterAuthSetup> {
  const proxy = await startProxy(Number(new URL(url).port))
  const { close, ...tested } = await open(proxy.through(url))
  return {
    ...tested,
    ...hasTables,
    outage: () => proxy.close(),
    async close() {
      await close()
      await proxy.close()
      await closeServer()
    },
  }
}
