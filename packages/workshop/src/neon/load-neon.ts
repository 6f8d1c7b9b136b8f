import { createServer } from "node:http"
import { createRequire } from "node:module"
import { connect, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import type { NeonFunction } from "../../../mortise/src/stores/sql/adapters/neon-adapter.ts"
import type { PgClient } from "../../../mortise/src/stores/sql/adapters/pg-adapter.ts"
import { installPinned } from "../runtimes/install.ts"

// The types are written here, because other folders compile before the packages are installed.

type NeonConfig = {
  fetchEndpoint: () => string
  wsProxy: (host: string, port: number | string) => string
  webSocketConstructor: unknown
  useSecureWebSocket: boolean
  pipelineConnect: false
  pipelineTLS: boolean
}

/** The part of @neondatabase/serverless that these tests use. */
export type Neon = {
  neon(url: string, options?: object): NeonFunction
  readonly Pool: new (options: {
    connectionString: string
    max?: number
  }) => PgClient & { end(): Promise<void> }
  readonly neonConfig: NeonConfig
}

type WebSocketStream = {
  on(event: "message", listener: (data: Buffer) => void): void
  on(event: "close" | "error", listener: () => void): void
  send(data: Buffer): void
  close(): void
}
type Ws = {
  readonly WebSocket: unknown
  readonly WebSocketServer: new (options: {
    server: object
  }) => {
    on(event: "connection", listener: (socket: WebSocketStream, request: { url: string }) => void): void
  }
}

const own = createRequire(import.meta.url)

/** Installs the packages of this folder, and loads the client of Neon. */
export async function loadNeon(): Promise<Neon> {
  await installPinned(fileURLToPath(new URL(".", import.meta.url)), "the client of Neon; about 2 s")
  return own("@neondatabase/serverless")
}

/** Lets the pools of the client connect through a proxy from WebSockets to TCP. */
export async function connectThroughProxy({ neonConfig }: Neon): Promise<{ cut(): void; close(): void }> {
  const { WebSocket, WebSocketServer } = own("ws") as Ws
  const server = createServer()
  const open = new Set<Socket>()
  new WebSocketServer({ server }).on("connection", (socket, { url }) => {
    const [host = "", port] = new URL(url, "http://proxy").searchParams.get("address")?.split(":") ?? []
    const upstream = connect(Number(port), host)
    open.add(upstream)
    socket.on("message", (data) => upstream.write(data))
    socket.on("close", () => upstream.destroy())
    socket.on("error", () => upstream.destroy())
    upstream.on("data", (data) => socket.send(data))
    upstream.on("error", () => socket.close())
    upstream.on("close", () => {
      open.delete(upstream)
      socket.close()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  const { port } = server.address() as { port: number }
  Object.assign(neonConfig, {
    webSocketConstructor: WebSocket,
    wsProxy: (host: string, databasePort: number | string) =>
      `127.0.0.1:${port}/v1?address=${host}:${databasePort}`,
    useSecureWebSocket: false,
    pipelineConnect: false,
    pipelineTLS: false,
  })
  const cut = () => {
    for (const upstream of open) upstream.destroy()
  }
  return { cut, close: () => server.close() }
}
