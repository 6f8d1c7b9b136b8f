import { Miniflare } from "miniflare"

const worker = "export default { fetch: () => new Response() }"

/** A new, empty D1 database in Cloudflare's simulator. */
export async function openD1() {
  const miniflare = new Miniflare({ modules: true, script: worker, d1Databases: ["db"], cf: false })
  return { database: await miniflare.getD1Database("db"), close: () => miniflare.dispose() }
}
