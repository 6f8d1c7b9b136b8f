import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import type { ForTenant } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { checkLeaks, checkRemoval } from "../../tenants/support/check-leaks.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { mainLibraries } = await import("./clients.ts")
const server = openForTests(startRedis)

test("no tenant on a single server learns of another, and one is removed alone", async () => {
  const { adapter, close } = (await mainLibraries[0]?.connect(server.port)) ?? expect.unreachable()
  const forTenant = adapter({ tenants: true, onWarning: false } as object) as unknown as ForTenant
  await checkLeaks(forTenant, seed)
  await checkRemoval(forTenant)
  await close()
}, 600_000)
