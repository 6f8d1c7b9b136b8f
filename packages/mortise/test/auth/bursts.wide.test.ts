import { describe } from "vitest"
import type { Backend } from "../../../workshop/src/adapters/backend.ts"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { loadIoredis } from "../../../workshop/src/redis/load-clients.ts"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { startRedis } from "../../../workshop/src/servers/redis.ts"
import { ioredisAdapter } from "../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { mysql2, newDatabase } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { caseOn } from "./cases/case.ts"
import { codeBurstCases } from "./cases/email/code-bursts.ts"
import { mailBurstCases } from "./cases/email/mail-bursts.ts"
import type { Backing } from "./support/backends.ts"

const { Redis } = await loadIoredis()

type Opened = { readonly adapter: () => Backend["adapter"]; close(): Promise<unknown> }

async function mariadb(): Promise<Opened> {
  const server = await openMariadb()
  const url = await newDatabase(mysql2, server)
  const client = mysql2.connect(url)
  return {
    adapter: () => client.adapter({ onWarning: () => {} }),
    close: async () => {
      await client.close()
      await server.close()
    },
  }
}

async function redis(): Promise<Opened> {
  const server = await startRedis()
  const client = new Redis({ port: server.port })
  return {
    adapter: () => ioredisAdapter(client, { prefix: crypto.randomUUID() }),
    close: async () => {
      client.disconnect()
      await server.close()
    },
  }
}

// The lifecycle runs on memory and PostgreSQL. These stores count in other ways.
describe.each([
  ["MariaDB", mariadb],
  ["Redis", redis],
])("concurrent requests on %s", (_, start) => {
  const opened = openForTests(start)
  const backing: Backing = {
    lacks: [],
    async open() {
      const adapter = opened.adapter()
      return { adapter, rows: rowsOf(adapter as never), close: async () => {} }
    },
  }
  const it = caseOn(backing, [])
  codeBurstCases(it, backing)
  mailBurstCases(it, backing)
})
