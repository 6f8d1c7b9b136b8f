import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> }

/** Starts a listener on a port of the loopback interface. Default: a free port. */
export async function listen(listener: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const taken = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
