import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { ExitError, exitCodes } from "./exit-code.ts"

/** Listens on an address and returns its URL with the port that was chosen. */
export function listen(server: Server, port: number, host: string): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ExitError(exitCodes.listen, `Cannot listen on ${host}:${port}: ${error.code}.`, error)),
    )
    server.listen(port, host, () => {
      const { address, family, port } = server.address() as AddressInfo
      resolve({ url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`, port })
    })
  })
}
