import { readFile } from "node:fs/promises"
import { startProxy } from "../../packages/workshop/src/servers/proxy.ts"
import { engines } from "../engines.ts"
import type { Closing, PeerStore } from "../peer.ts"

const root = new URL("../../", import.meta.url)

/** A peer that is open, and functions that close it or make its store unreachable. */
type Open<Opened> = Opened & { outage?(): Promise<void>; close(): Promise<void> }

/**
 * Opens a peer on a new, empty store. It connects to a server through a proxy, which an outage closes, unless its speed
 * is measured.
 */
export async function openStore<Opened extends Closing>(
  name: string,
  { tables = [], open }: PeerStore<Opened>,
  isForSpeed = false,
): Promise<Open<Opened>> {
  const engine = engines[name]
  if (!engine) return closing(await open(""))
  const server = await engine.open()
  const url = await server.database()
  if (engine.setting) await engine.execute(url, engine.setting)
  for (const file of tables) await engine.execute(url, await readFile(new URL(file, root), "utf8"))
  if (isForSpeed) return closing(await open(url), () => server.close())
  const proxy = await startProxy(Number(new URL(url).port))
  const opened = await open(proxy.through(url))
  return {
    ...closing(opened, async () => {
      await proxy.close()
      await server.close()
    }),
    outage: () => proxy.close(),
  }
}

const closing = <Opened extends Closing>(opened: Opened, after = async () => {}): Open<Opened> => ({
  ...opened,
  async close() {
    await opened.close?.()
    await after()
  },
})
