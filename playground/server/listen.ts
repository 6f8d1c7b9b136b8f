import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"

const triedPorts = 20

/** Servers on both loopback addresses: `localhost` may mean either. */
export type Listening = { readonly port: number; close(): Promise<void> }

/** Listens on the first free port from `port` on; on any free port if `port` is 0. */
export async function listen(port: number, listener: RequestListener): Promise<Listening> {
  for (let tried = port; tried < port + triedPorts; tried += 1) {
    const listening = await listenOn(tried, listener)
    if (listening) return listening
  }
  throw new Error(`The ports ${port} to ${port + triedPorts - 1} are taken: pass a free one with --port.`)
}

async function listenOn(port: number, listener: RequestListener): Promise<Listening | undefined> {
  const first = await open(port, "127.0.0.1", listener)
  if (typeof first === "string") return undefined
  const actual = (first.address() as AddressInfo).port
  const second = await open(actual, "::1", listener)
  if (second === "EADDRINUSE") {
    await stop(first)
    return undefined
  }
  // A machine without IPv6 has one loopback address.
  const servers = typeof second === "string" ? [first] : [first, second]
  return { port: actual, close: async () => void (await Promise.all(servers.map(stop))) }
}

/** The server, or the code of the error. */
function open(port: number, host: string, listener: RequestListener): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer(listener)
    server.once("error", ({ code = "" }: NodeJS.ErrnoException) => resolve(code))
    server.listen(port, host, () => resolve(server))
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
