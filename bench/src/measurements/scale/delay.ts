import { connect, createServer, type Socket } from "node:net"

/** A network in front of a port that delays all data. */
export type Delay = { through(url: string): string; close(): void }

/** Delays data by some milliseconds in each direction. */
export async function startDelay(target: number, delayMs: number): Promise<Delay> {
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.setNoDelay()
    from.on("data", (data) => void setTimeout(() => to.writable && to.write(data), delayMs))
    from.on("error", () => to.destroy())
    from.on("close", () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), delayMs)
    })
  }
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1")
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { port: number }
  return {
    through(url) {
      const changed = new URL(url)
      changed.port = String(port)
      return changed.href
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
