import { listen } from "../../../../workshop/src/http/listen.ts"
import { openWire } from "../../../../workshop/src/http/open-wire.ts"

/** Opens and closes servers on memory for suites in other processes: `POST /open`, `POST /close`. */
export async function openServerPool() {
  const open = new Map<string, () => Promise<void>>()
  const keeper = await listen(async (incoming, outgoing) => {
    let body = ""
    for await (const chunk of incoming) body += chunk
    if (incoming.url === "/close") {
      await open.get(body)?.()
      open.delete(body)
      outgoing.end()
      return
    }
    const { url, key, close } = await openWire()
    open.set(url, close)
    outgoing.end(JSON.stringify({ url, key }))
  })
  return {
    url: keeper.url,
    async close() {
      for (const close of open.values()) await close()
      await keeper.close()
    },
  }
}
