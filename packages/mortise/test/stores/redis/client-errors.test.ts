import { expect, test } from "vitest"
import { redisError } from "../../../src/stores/redis/connection/redis-errors.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const versions = { "redis 5": await import("redis-5"), "redis 6": await import("redis") }

test.each(Object.entries(versions))(
  "errors of %s that mean that nothing was sent are never indeterminate",
  (_, errors) => {
    const { ClientClosedError, ClientOfflineError, RootNodesUnavailableError, TimeoutError } = errors
    expect(redisError(new TimeoutError(), false).code).toBe("transient")
    for (const error of [new ClientClosedError(), new ClientOfflineError(), new RootNodesUnavailableError()])
      expect(redisError(error, false).code).toBe("unavailable")
  },
)

test.each(Object.entries(versions))(
  "errors of %s after which a write may have been applied are indeterminate",
  (_, errors) => {
    const { DisconnectsClientError, SocketClosedUnexpectedlyError } = errors
    for (const error of [new DisconnectsClientError(), new SocketClosedUnexpectedlyError()]) {
      expect(redisError(error, false).code).toBe("indeterminate")
      expect(redisError(error, true).code).toBe("transient")
    }
  },
)
