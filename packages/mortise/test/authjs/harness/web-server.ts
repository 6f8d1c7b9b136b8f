import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

type WebServer = { readonly origin: string; close(): Promise<void> }

/** Serves a handler of web requests on a free port. The origin is localhost, because passkeys refuse an IP address. */
export async function serveOnLocalhost(handle: (request: Request) => Promise<Response>): Promise<WebServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  server.on("request", async (req, res) => {
    const method = req.method ?? "GET"
    const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    const body = method === "POST" ? await text(req) : null
    const response = await handle(new Request(new URL(req.url ?? "/", origin), { method, headers, body }))
    res.statusCode = response.status
    res.setHeaders(response.headers)
    res.end(await response.text())
  })
  return {
    origin,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
