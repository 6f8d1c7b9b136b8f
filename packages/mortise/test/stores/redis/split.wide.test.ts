import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { type RedisServer, startRedis } from "../../../../workshop/src/servers/redis.ts"
import type { OwnServer } from "../../../../workshop/src/servers/server.ts"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { inFullRun, isFullRun, raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { MortiseError, upkeep } from "../../../src/index.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { expectSuite } from "../../layers/support/expect-suite.ts"
import { raceOnSplit } from "../../layers/support/race-on-split.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { openSplit } = await import("./open-split.ts")

const MINUTE = 60_000

describe("users in PostgreSQL, sessions in Redis", () => {
  let postgres: OwnServer
  let redis: RedisServer
  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([
      startPostgres({ durable: true }),
      startRedis(["--appendonly", "yes"]),
    ])
  }, MINUTE)
  afterAll(async () => {
    await Promise.all([postgres?.close(), redis?.close()])
  })

  let pairs = 0

  /** An empty pair of stores, and how to connect to it once more. */
  async function openPair() {
    const url = await postgres.database()
    const prefix = `pair${++pairs}`
    const open = (options = {}) => openSplit(url, redis.port, prefix, options)
    const first = open()
    await migrate(first.users)
    return { ...first, open, url, prefix }
  }

  const sessionOf = (userId: string, sessionToken: string) => ({
    sessionToken,
    userId,
    expires: new Date(Date.now() + MINUTE * 60),
  })

  test.each([false, ...inFullRun([true])])(
    "the suite passes, with hashedSessions: %s",
    async (isHashed) => {
      await expectSuite(async () => {
        const { adapter, close } = await openPair()
        return { adapter: isHashed ? hashedSessions(adapter) : adapter, close, outage: close }
      })
    },
    10 * MINUTE,
  )

  test(
    "no order of deletions, sign-ins and lookups leaves a session of a deleted user, or ends another",
    async () => {
      const { users, sessions, adapter, open, close } = await openPair()
      const other = open()
      for (let round = 0; round < raceRounds(100); round++) await raceOnSplit([adapter, other.adapter], round)
      expect(await upkeep(users).count("user")).toBe(1)
      for (const model of ["user", "session"] as const) expect(await upkeep(sessions).count(model)).toBe(1)
      await Promise.all([close(), other.close()])
    },
    MINUTE,
  )

  test(
    "calls fail while one side is down, none returns null, and all work again afterwards",
    async () => {
      const { open, close: closeFirst } = await openPair()
      const { adapter, close } = open({ timeoutSeconds: 2 })
      const { id } = await adapter.createUser({ email: "ada@example.com" })
      await adapter.createSession(sessionOf(id, "token"))
      const lookUps = () => Array.from({ length: 20 }, () => adapter.getSessionAndUser("token"))
      for (const server of [redis, postgres]) {
        // Handled at once: they may fail before the server has ended.
        const during = Promise.allSettled(lookUps())
        await server.kill()
        const after = Promise.allSettled(lookUps())
        // A lookup that had its answers before is right. No other may say that there is no session.
        for (const outcome of [...(await during), ...(await after)]) {
          if (outcome.status === "fulfilled") expect(outcome.value).toMatchObject({ user: { id } })
          else expect(outcome.reason).toBeInstanceOf(MortiseError)
        }
        const failed = { code: expect.stringMatching(/^(unavailable|transient|indeterminate)$/) }
        await Promise.all([
          expect(adapter.getSessionAndUser("token")).rejects.toMatchObject(failed),
          expect(adapter.createSession(sessionOf(id, "other"))).rejects.toMatchObject(failed),
          expect(adapter.deleteUser(id)).rejects.toMatchObject(failed),
        ])
        if (server === postgres) expect(await adapter.deleteSession("none")).toBeNull()
        await server.start()
        await expect
          .poll(() => adapter.getSessionAndUser("token").catch(() => null), { timeout: 10_000 })
          .toMatchObject({ user: { id } })
      }
      expect(await adapter.deleteUser(id)).toMatchObject({ id })
      expect(await adapter.getSessionAndUser("token")).toBeNull()
      await Promise.all([close(), closeFirst()])
    },
    MINUTE,
  )

  test(
    "a process that is killed while it writes leaves no session of a deleted user, and nobody who cannot sign in",
    async () => {
      const { users, sessions, adapter, close, url, prefix } = await openPair()
      const random = seededRandom("crashes")
      const program = new URL("./split-writer.ts", import.meta.url)
      for (let times = 0; times < (isFullRun ? 50 : 4); times++) {
        const child = fork(program, [url, String(redis.port), prefix], { execArgv: ["--import", "tsx"] })
        await once(child, "message")
        await sleep(random() * 200)
        child.kill("SIGKILL")
        await once(child, "exit")
      }
      const people = await upkeep(users).page("user", { limit: 1000 })
      const ids = new Set(people.rows.map(({ id }) => id))
      expect(ids.size).toBeGreaterThan(0)
      for (const { sessionToken, userId } of (await upkeep(sessions).page("session", { limit: 1000 })).rows)
        expect((await adapter.getSessionAndUser(sessionToken)) !== null).toBe(ids.has(userId))
      const isFenced = async (id: string) =>
        (await upkeep(sessions).page("slot", { limit: 1000 })).rows.some(({ key }) => key.endsWith(id))
      for (const id of ids)
        if (await isFenced(id)) expect(await adapter.deleteUser(id)).toMatchObject({ id })
        else await adapter.createSession(sessionOf(id, `check ${id}`))
      while ((await upkeep(adapter).sweep()) > 0);
      const left = await upkeep(sessions).page("user", { limit: 1000 })
      for (const { id } of left.rows) expect(await users.getUser(id)).not.toBeNull()
      await close()
    },
    MINUTE,
  )
})
