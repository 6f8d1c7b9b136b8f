import { neonConfig, Pool } from "@neondatabase/serverless"
import { neonAdapter } from "mortise/neon"
import { type Open, silent } from "./client.ts"

// A variable, because bundlers must not put it into a worker. Node before version 22 has no WebSocket.
const ws: string = "ws"

export const open: Open = async ({ url, proxy = "" }) => {
  neonConfig.webSocketConstructor = globalThis.WebSocket ?? (await import(ws)).WebSocket
  neonConfig.wsProxy = (host, port) => proxy.replace("HOST", host).replace("PORT", String(port))
  neonConfig.useSecureWebSocket = false
  neonConfig.pipelineConnect = false
  neonConfig.pipelineTLS = false
  const pool = new Pool({ connectionString: url })
  return { adapter: neonAdapter(pool, silent), close: () => pool.end() }
}
