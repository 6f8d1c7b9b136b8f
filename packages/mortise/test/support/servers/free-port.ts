import { createServer } from "node:net"

const given = new Set<number>()

/** A free port of the loopback interface. A port is given once, because its server may not listen on it yet. */
export async function freePort(): Promise<number> {
  const port = await anyFreePort()
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

const anyFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
