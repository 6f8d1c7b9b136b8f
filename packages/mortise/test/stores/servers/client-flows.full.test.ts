import { afterAll, beforeAll } from "vitest"
import { rowsOf } from "../../../../workshop/src/adapters/rows-of.ts"
import { describeClientFlows } from "../../authjs/flows.ts"
import { openSoftwareTab } from "../../authjs/harness/software-tab.ts"
import { type Connected, mysql2, newDatabase, pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"

for (const engine of [pg, mysql2]) {
  const server = openForTests(engine.serve)
  let client: Connected
  let url: string
  beforeAll(async () => {
    url = await newDatabase(engine, server)
    client = engine.connect(url)
  })
  afterAll(async () => {
    await client?.close()
  })

  describeClientFlows(
    engine.name,
    async () => {
      await engine.execute(url, "DELETE FROM users", "DELETE FROM verification_tokens")
      const adapter = client.adapter()
      return { adapter, rows: rowsOf(adapter), close: async () => {} }
    },
    openSoftwareTab,
  )
}
