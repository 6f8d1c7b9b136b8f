import { createServer, type RequestListener, type Server } from "node:http"
import type { Socket } from "node:net"
import { refuse } from "./node-listener.ts"

const unreadable: Partial<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
}

/** A server all of whose answers say that they must not be kept, also those that Node would give by itself. */
export function createNodeServer(listener: RequestListener): Server {
  // What has no Host is refused below, since Node's own refusal may be kept.
  return createServer({ requestTimeout: 30_000, requireHostHeader: false }, (incoming, outgoing) =>
    incoming.headers.host === undefined && incoming.httpVersion === "1.1"
      ? refuse(outgoing, 400)
      : listener(incoming, outgoing),
  )
    .on("checkExpectation", (_, outgoing) => refuse(outgoing, 417))
    .on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
      refuseUnreadable(socket as Socket, unreadable[code] ?? "400 Bad Request")
    })
}

/** Whatever came is no HTTP. A word in the middle of another answer would be taken for a part of it. */
function refuseUnreadable(socket: Socket, status: string): void {
  if (!socket.writable || socket.writableLength > 0) return void socket.destroy()
  const lines = [`HTTP/1.1 ${status}`, "Cache-Control: no-store", "Connection: close", "Content-Length: 0"]
  socket.end(`${lines.join("\r\n")}\r\n\r\n`, () => socket.destroy())
}
