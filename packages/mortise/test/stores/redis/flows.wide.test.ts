import { afterAll, beforeAll } from "vitest"
import { rowsOf } from "../../../../workshop/src/adapters/rows-of.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { describeClientFlows } from "../../authjs/flows.ts"
import { chromiumTabs } from "../../authjs/harness/chromium-tabs.ts"
import type { Connected } from "./clients.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")

const openTab = chromiumTabs()

for (const { name, start, libraries } of isFullRun ? places : places.slice(0, 1)) {
  // A different client library on each.
  const library = name === "a Cluster" ? libraries.at(-1) : libraries[0]
  let started: Awaited<ReturnType<typeof start>>
  let client: Connected | undefined
  beforeAll(async () => {
    started = await start()
    client = await library?.connect(started.ports)
  })
  afterAll(async () => {
    await client?.close()
    await started?.close()
  })

  describeClientFlows(
    `Redis, ${name}, through ${library?.name}`,
    async () => {
      if (!client) throw new Error("places.ts names no client library for this place")
      // Every flow has its own rows.
      const adapter = client.adapter({ prefix: crypto.randomUUID() })
      return { adapter, rows: rowsOf(adapter), close: async () => {} }
    },
    openTab,
  )
}
