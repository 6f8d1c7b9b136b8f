import { expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { startRedisSentinel } from "../../../../workshop/src/servers/redis-sentinel.ts"
import { clientSuite, isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { slots } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { inAnHour, someone, someToken } from "../../support/people.ts"
import { conform } from "../servers/support/conform.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { sentinelLibraries } = await import("./clients.ts")
const { command } = await import("../../../../workshop/src/servers/redis-command.ts")

const started = openForTests(startRedisSentinel)

test.each(isFullRun ? sentinelLibraries : sentinelLibraries.slice(0, 1))(
  "$name passes the suite through Sentinel",
  async ({ connect }) => {
    let stores = 0
    await conform(async () => {
      const { adapter, close } = await connect(started)
      return { adapter: adapter({ prefix: `store${++stores}`, onWarning: () => {} }), close }
    }, clientSuite)
  },
  1_800_000,
)

test.each(sentinelLibraries)("a write of $name whose answer is lost is applied once", async ({ connect }) => {
  const { port } = started.primary
  const proxy = await startProxy(port)
  const { adapter: over, close } = await connect(started, new Map([[port, proxy.port]]))
  const adapter = over({ prefix: crypto.randomUUID() })
  const { identifier: key } = someToken()
  for (const _ of [1, 2]) await slots(adapter)?.increment(key, inAnHour())
  proxy.loseAnswer((sent) => sent.includes("EVALSHA"))
  await failure(slots(adapter)?.increment(key, inAnHour()) ?? Promise.resolve(), "indeterminate")
  expect((await slots(adapter)?.read(key))?.count).toBe(3)
  await close()
  await proxy.close()
})

// The last test, because the primary does not come back.
test("writes go on after a failover, and what the replica had is there", async () => {
  const [library] = sentinelLibraries
  const { adapter: over, close } = await library.connect(started)
  const adapter = over({ prefix: "failover" })
  const user = await adapter.createUser(someone())
  await command(started.primary.port, "WAIT", "1", "1000")
  await started.primary.kill()
  await expect
    .poll(() => adapter.createUser(someone()).catch(() => null), { timeout: 30_000, interval: 200 })
    .not.toBeNull()
  expect((await adapter.getUser(user.id))?.id).toBe(user.id)
  await close()
})
