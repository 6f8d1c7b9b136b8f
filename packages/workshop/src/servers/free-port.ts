import { createServer } from "node:net"

/** Below the ports that systems give to outgoing connections and to servers that ask for any port. */
const ports = { first: 10_000, last: 29_999 }
/** Each process begins elsewhere, so that two of them do not try the same port at the same time. */
const portsPerProcess = 20
const blocks = (ports.last - ports.first + 1) / portsPerProcess

let next = ports.first + (process.pid % blocks) * portsPerProcess

/** A free port of the loopback interface, which is given once: its server may not listen on it yet. */
export async function freePort(): Promise<number> {
  const port = next
  next = port === ports.last ? ports.first : port + 1
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
