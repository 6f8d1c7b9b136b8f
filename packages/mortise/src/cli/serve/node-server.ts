import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { sendEmpty } from "./node-listener.ts"

const parserErrors: Partial<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
}

type RequestAndResponse = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

/** A server whose responses all have `Cache-Control: no-store`, including the errors that Node sends itself. */
export function createNodeServer(listener: RequestListener): Server {
  const latest = new WeakMap<Socket, RequestAndResponse>()
  const note = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    latest.set(incoming.socket, { incoming, outgoing })
  // Requests without Host are refused below, because Node's own response may be cached.
  return createServer({ requestTimeout: 30_000, requireHostHeader: false }, (incoming, outgoing) => {
    note(incoming, outgoing)
    if (incoming.headers.host === undefined && incoming.httpVersion === "1.1") sendEmpty(outgoing, 400)
    else listener(incoming, outgoing)
  })
    .on("checkExpectation", (incoming, outgoing) => {
      note(incoming, outgoing)
      // The client may or may not send its body now, so the connection cannot be reused.
      outgoing.setHeader("Connection", "close")
      sendEmpty(outgoing, 417)
    })
    .on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
      const { incoming, outgoing } = latest.get(socket as Socket) ?? {}
      const isFree = !incoming || (incoming.complete && outgoing?.writableFinished)
      if (isFree) sendParserError(socket as Socket, parserErrors[code] ?? "400 Bad Request")
      // A response now would look like the answer to an earlier request, which may have been applied.
      else socket.destroy()
    })
}

/** Answers bytes that are not valid HTTP. */
function sendParserError(socket: Socket, status: string): void {
  if (!socket.writable) return void socket.destroy()
  const lines = [`HTTP/1.1 ${status}`, "Cache-Control: no-store", "Connection: close", "Content-Length: 0"]
  socket.end(`${lines.join("\r\n")}\r\n\r\n`, () => socket.destroy())
}

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
