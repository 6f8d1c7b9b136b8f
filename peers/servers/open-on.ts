import type { Adapter } from "@auth/core/adapters"
import { startProxy } from "../../packages/mortise/test/support/servers/proxy.ts"
import type { OpenPeer } from "../peer.ts"
import type { Engine } from "./engines.ts"

/** An adapter and its client, on existing tables. */
export type OpenClient = { adapter: Adapter; close(): Promise<unknown> }

/** Opens an adapter on its own empty database. It connects through a proxy, which an outage closes. */
export async function openOn(
  engine: Engine,
  schemas: readonly Promise<string>[],
  open: (url: string) => Promise<OpenClient>,
): Promise<OpenPeer> {
  const server = await engine.open()
  const url = await server.database()
  if (engine.setting) await engine.execute(url, engine.setting)
  for (const schema of schemas) await engine.execute(url, await schema)
  const proxy = await startProxy(Number(new URL(url).port))
  const { adapter, close } = await open(proxy.through(url))
  return {
    adapter,
    outage: () => proxy.close(),
    async close() {
      await close()
      await proxy.close()
      await server.close()
    },
  }
}
