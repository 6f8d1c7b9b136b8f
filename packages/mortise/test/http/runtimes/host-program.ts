import { type Caller, serve } from "../../../src/http/server.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

type Handler<I> = (request: Request, info: I) => Promise<Response>
type BunServer = { readonly port: number; requestIP(request: Request): { address: string } | null }
type DenoInfo = { readonly remoteAddr: { readonly hostname: string } }
type Runtime = {
  readonly Bun?: {
    serve(options: { hostname: string; port: number; fetch: Handler<BunServer> }): BunServer
  }
  readonly Deno?: {
    serve(
      options: { hostname: string; port: number; onListen(address: { port: number }): void },
      handler: Handler<DenoInfo>,
    ): unknown
  }
}

// For Bun and Deno: host-program.ts <records of keys>. Prints its address.
const keys: readonly Caller[] = JSON.parse(process.argv[2] ?? "")
const handle = serve(memoryAdapter({ onWarning: () => {} }), { keys })
const { Bun, Deno } = globalThis as Runtime
const place = { hostname: "127.0.0.1", port: 0 }
const announce = ({ port }: { port: number }): void =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))

if (Bun) {
  const fetch: Handler<BunServer> = (request, server) => {
    const address = server.requestIP(request)?.address
    return handle(request, address ? { address } : {})
  }
  announce(Bun.serve({ ...place, fetch }))
} else if (Deno) {
  Deno.serve({ ...place, onListen: announce }, (request, { remoteAddr }) =>
    handle(request, { address: remoteAddr.hostname }),
  )
} else throw new Error("This program needs Bun or Deno.")
