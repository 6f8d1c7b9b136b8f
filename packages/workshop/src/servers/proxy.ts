import { createServer, connect as dial, type Socket } from "node:net"

/** A proxy to a server that can simulate network failures. */
export type Proxy = {
  readonly port: number
  /** The same URL through the proxy. */
  through(url: string): string
  /**
   * The next time a client sends matching data, the server receives it, and the answer is dropped together with the
   * connection: the client cannot know whether it was applied.
   */
  loseAnswer(fits?: (sent: Buffer) => boolean): void
  /** New connections lead to another port from now on. Open ones stay. */
  repoint(target: number): void
  /** Cuts every connection. */
  cut(): void
  /** Drops all data from now on without closing a connection, like a host without power. */
  freeze(): void
  /** Ends `freeze`. Connections that lost data are cut. */
  thaw(): void
  close(): Promise<void>
}

/** A TCP proxy in front of a port of the loopback interface. `onSent` sees all data that clients send. */
export async function startProxy(first: number, onSent?: (data: Buffer) => void): Promise<Proxy> {
  let target = first
  const sockets = new Set<Socket>()
  let isFrozen = false
  let fits: ((sent: Buffer) => boolean) | undefined

  const server = createServer((client) => {
    const upstream = dial(target, "127.0.0.1")
    let isDoomed = false
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on("data", (sent) => {
      onSent?.(sent)
      if (isFrozen) return
      if (fits?.(sent)) {
        isDoomed = true
        fits = undefined
      }
      upstream.write(sent)
    })
    upstream.on("data", (answer) => {
      if (isDoomed) client.destroy()
      else if (!isFrozen) client.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { port: number }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    port,
    through(url) {
      const changed = new URL(url)
      changed.port = String(port)
      return changed.href
    },
    loseAnswer: (which = () => true) => {
      fits = which
    },
    repoint: (port) => {
      target = port
    },
    cut,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      cut()
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
