import { test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import type { ForTenant } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { besideHostileTwin } from "../../tenants/support/hostile-twin.ts"
import { conform } from "../servers/support/conform.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, mainLibraries } = await import("./clients.ts")

const server = openForTests(startRedis)
const cluster = openForTests(startRedisCluster)
let stores = 0

test.each([
  ["one server", async () => mainLibraries[0]?.connect(server.port)],
  ["a Cluster", async () => clusterLibraries[0]?.connect(cluster.nodes.slice(0, 3).map(({ port }) => port))],
] as const)(
  "the suite passes inside a tenant on %s, beside one with equal keys",
  async (_, connect) => {
    await conform(async () => {
      const connected = await connect()
      const options = { prefix: `tenants${++stores}`, tenants: true, onWarning: false } as object
      const forTenant = connected?.adapter(options) as unknown as ForTenant
      return { adapter: besideHostileTwin(forTenant), close: async () => connected?.close() }
    }, suiteOptions)
  },
  1_800_000,
)
