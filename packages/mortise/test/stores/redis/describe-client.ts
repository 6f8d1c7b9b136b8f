import { describe, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import type { SuiteOptions } from "../../../../workshop/src/tests/tier.ts"
import type { RedisOptions } from "../../../src/stores/redis/create-redis-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { conform } from "../servers/support/conform.ts"
import type { ClientLibrary } from "./clients.ts"

let stores = 0

/** The suite on a single server. */
export function describeClient(
  { name, connect }: ClientLibrary,
  suite: SuiteOptions,
  options: RedisOptions = {},
): void {
  describe(`conformance of ${name}`, () => {
    const server = openForTests(startRedis)

    test("on a single server", async () => {
      await conform(async () => {
        const { adapter, close } = await connect(server.port)
        return {
          adapter: adapter({ prefix: `store${++stores}`, onWarning: () => {}, ...options }),
          close: () => close(),
          outage: close,
        }
      }, suite)
    }, 1_800_000)
  })
}
