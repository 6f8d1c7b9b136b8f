import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import type { Adapter } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import type { Connected } from "./clients.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")

const MINUTE = 60_000

describe.each(places)("maxmemory-policy changes on $name", ({ start, libraries }) => {
  const started = openForTests(start, MINUTE)

  /** Sets it on one primary of a Cluster. */
  const setPolicy = (policy: string) =>
    command(started.ports[1] ?? started.ports[0] ?? 0, "CONFIG", "SET", "maxmemory-policy", policy)
  const infoCalls = async () => {
    const stats = await command(started.ports[0] ?? 0, "INFO", "commandstats")
    return Number(/cmdstat_info:calls=(\d+)/.exec(stats)?.[1] ?? 0)
  }

  describe.each(libraries)("through $name", ({ connect }) => {
    let client: Connected
    let adapter: Adapter
    let now = 0
    beforeEach(async () => {
      await setPolicy("noeviction")
      now = performance.now()
      vi.spyOn(performance, "now").mockImplementation(() => now)
      client = await connect(started.ports)
      adapter = client.adapter({ prefix: crypto.randomUUID() })
      // The first call waits for the check of the server.
      await adapter.createUser(someone())
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await client.close()
    })

    const isRefused = () =>
      expect
        .poll(() => adapter.createUser(someone()).catch(({ message }: Error) => message))
        .toMatch(/maxmemory-policy allkeys-lru.*set it to noeviction/)

    test("a call after a minute notices it, and does not wait for the check", async () => {
      const { user, session } = await signIn(adapter)
      const createUsers = async () => {
        for (let times = 0; times < 20; times++) await adapter.createUser(someone())
      }
      // ioredis connects to a node of a Cluster at its first command, and sends INFO then.
      await createUsers()
      const before = await infoCalls()
      await setPolicy("allkeys-lru")
      now += MINUTE - 1
      await createUsers()
      // The calls of this function count too.
      expect((await infoCalls()) - before).toBe(1)
      now += 1
      // One command, which is sent before the answer of the check.
      expect(await adapter.getUser(user.id)).not.toBeNull()
      await isRefused()
      await failure(adapter.getSessionAndUser(session.sessionToken), "unavailable")
      await setPolicy("noeviction")
      const lookup = () => adapter.getSessionAndUser(session.sessionToken).catch(() => null)
      await expect.poll(lookup).not.toBeNull()
    })

    test("the call after an error notices it", async () => {
      await setPolicy("allkeys-lru")
      await adapter.createUser(someone())
      const prefix = crypto.randomUUID()
      for (const port of started.ports)
        await command(port, "SET", `${prefix}:u:{x}`, "data of another program")
      await failure(client.adapter({ prefix }).getUser("x"), "corrupt")
      await isRefused()
    })
  })
})
