import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Listens on a free port and prints it like `mortise serve --json`. */
export function announce(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`${JSON.stringify({ event: "listening", url: `http://127.0.0.1:${port}` })}\n`)
  })
}
