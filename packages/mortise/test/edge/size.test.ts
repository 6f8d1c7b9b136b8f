import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { bundle } from "./bundle.ts"

const adapters = "../../src/stores/sql/adapters"
const workers = [
  {
    name: "mortise/d1",
    limit: 34_500,
    text: `import { d1Adapter } from "${adapters}/d1-adapter.ts"
export default { fetch: async (request, env) => Response.json(await d1Adapter(env.DB).getUser("")) }`,
  },
  {
    name: "mortise/durable-object",
    limit: 36_000,
    text: `import { durableObjectAdapter } from "${adapters}/durable-object-adapter.ts"
export class Store { constructor(ctx) { this.adapter = durableObjectAdapter(ctx.storage) } }`,
  },
]

test.each(workers)("a worker with $name is at most $limit bytes, minified and gzipped", async (worker) => {
  const code = await bundle(worker.text, true)
  // Loaded late, and counted too.
  expect(code).toContain("pragma_table_xinfo")
  expect(gzipSync(code).length).toBeLessThanOrEqual(worker.limit)
})
