import { beforeAll, expect, test } from "vitest"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { isFullRun, suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { manifest } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { conform } from "../servers/support/conform.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")
// The faults and removals of the wide tests run with the other client, too.
const [mainLibrary] = clusterLibraries
const tested = isFullRun ? clusterLibraries : [mainLibrary]

const cluster = openForTests(startRedisCluster)
let ports: number[]
beforeAll(async () => {
  ports = cluster.nodes.slice(0, 3).map(({ port }) => port)
})

test.each(tested)(
  "$name passes the suite on a Cluster of six nodes",
  async ({ name, connect }) => {
    let stores = 0
    // A deadline that no call reaches must change nothing.
    const deadline = name.startsWith("redis") ? { timeoutSeconds: 60 } : {}
    await conform(async () => {
      const { adapter, close } = await connect(ports)
      const prefix = `store${++stores}${crypto.randomUUID()}`
      return {
        adapter: adapter({ prefix, onWarning: () => {}, ...deadline }),
        close,
        outage: close,
      }
    }, suiteOptions)
  },
  1_800_000,
)

test("the manifest states the engine and what follows from it", async () => {
  const { adapter, close } = await mainLibrary.connect(ports)
  expect(manifest(adapter())).toMatchObject({
    store: "redis",
    removal: "fenced",
    engine: { name: "spread", lookups: "row_then_user", counts: "upper_bound" },
    roundTrips: { getSessionAndUser: 2, createUser: 3 },
  })
  await close()
})
