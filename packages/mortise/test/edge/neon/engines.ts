import { connectThroughProxy, loadNeon } from "../../../../workshop/src/neon/load-neon.ts"
import { startNeon } from "../../../../workshop/src/neon/neon-endpoint.ts"
import { neonAdapter } from "../../../src/stores/sql/adapters/neon-adapter.ts"
import { type Engine, pg } from "../../support/engines.ts"

const client = await loadNeon()
export const proxy = await connectThroughProxy(client)
/** The endpoint to which the client's requests go. */
export const endpoint = await startNeon()
client.neonConfig.fetchEndpoint = () => endpoint.url

/** The function of `neon(url)` for a database of a test server. */
export const openNeon = (url: string, options?: object) => client.neon(withPassword(url), options)

// Neon's client demands a password, and the server of these tests ignores it.
function withPassword(url: string): string {
  const changed = new URL(url)
  changed.password ||= "none"
  return changed.href
}

/** Neon's function over HTTP, on PostgreSQL behind an emulated endpoint. */
export const neonHttp: Engine = {
  ...pg,
  name: "neon over HTTP",
  connect(url) {
    let address = url
    const sql = openNeon(url, { connectionString: () => withPassword(address) })
    return {
      adapter: (options) => neonAdapter(sql, options),
      // There is no connection to close. From now on, requests find no server.
      close: async () => {
        address = "postgres://nobody@127.0.0.1:1/none"
      },
    }
  },
}

/** Neon's pool over a WebSocket, on PostgreSQL behind a proxy. */
export const neonPool: Engine = {
  ...pg,
  name: "neon over a WebSocket",
  connect(url, max = 10) {
    const pool = new client.Pool({ connectionString: withPassword(url), max })
    return { adapter: (options) => neonAdapter(pool, options), close: () => pool.end() }
  },
}

export const neonEngines: readonly Engine[] = [neonHttp, neonPool]
