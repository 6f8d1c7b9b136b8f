import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { type Adapter, extras, upkeep } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someAccount, someone, somePasskey, someSession, someToken } from "../../support/people.ts"
import type { Connected } from "./clients.ts"
import { installRedisClients } from "./install.ts"
import { monitor } from "./monitor.ts"

await installRedisClients()
const { places } = await import("./places.ts")

const sessionCount = isFullRun ? 100_000 : 1_500
// A step scans 100 entries, on a Cluster 500, and HSCAN returns a few more.
const mostAtOnce = { "a single server": 200, "a Cluster": 600 }
const MINUTE = 60_000

/** The keys of rows and indexes that are stored, except users, whose keys remember their removal for a day on a Cluster. */
async function rowsLeft(ports: readonly number[], prefix: string): Promise<string[]> {
  const replies = await Promise.all(ports.map((port) => command(port, "KEYS", `${prefix}:*`)))
  return replies.flatMap((reply) => reply.split("\r\n")).filter((line) => /:[eastczx]:/.test(line))
}

/** The largest of many numbers, more than a call can have arguments. */
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)

describe.each(places)("removals on $name", ({ name: place, start, libraries }) => {
  const started = openForTests(start, MINUTE)

  // A different client library on each: the scripts are the same. A full run has them all.
  const tested = isFullRun ? libraries : libraries.slice(place === "a Cluster" ? -1 : 0).slice(0, 1)

  describe.each(tested)("through $name", ({ connect }) => {
    const prefix = crypto.randomUUID()
    const warnings: string[] = []
    let client: Connected
    let adapter: Adapter
    beforeAll(async () => {
      client = await connect(started.ports)
      adapter = client.adapter({ prefix, onWarning: (message) => warnings.push(message) })
    })
    afterAll(() => client?.close())

    /** Stores a user with this many sessions, an account, a passkey and a link. */
    const createOwner = async (count: number) => {
      const user = await adapter.createUser(someone())
      await adapter.linkAccount(someAccount(user.id))
      await adapter.createAuthenticator(somePasskey(user.id))
      await adapter.createVerificationToken({ ...someToken(), identifier: user.email })
      const sessions = Array.from({ length: count }, () => someSession(user.id))
      for (let from = 0; from < count; from += 500)
        await Promise.all(sessions.slice(from, from + 500).map((session) => adapter.createSession(session)))
      return { user, sessions }
    }

    test(
      "the removal of a user with very many sessions touches a bounded number of rows per step, and leaves nothing",
      async () => {
        const { user } = await createOwner(sessionCount)
        expect(await extras(adapter)?.listSessions?.(user.id)).toHaveLength(sessionCount)
        const watched = await monitor(started.ports)
        await adapter.deleteUser(user.id)
        const ran = await watched.stop()
        expect(ran.length).toBeGreaterThan(sessionCount / mostAtOnce[place])
        expect(most(ran.map(({ keys }) => keys.size))).toBeLessThan(mostAtOnce[place])
        expect(most(ran.map(({ size }) => size))).toBeLessThan(mostAtOnce[place])
        await expect.poll(() => rowsLeft(started.ports, prefix)).toEqual([])
        expect(warnings).toEqual([])
      },
      10 * MINUTE,
    )

    test("a clean-up that fails is reported, and can be repeated", async () => {
      const { user, sessions } = await createOwner(3)
      const { session: other } = await signIn(adapter)
      const [broken] = sessions.map(({ sessionToken }) => `${prefix}:s:{${encodeURIComponent(sessionToken)}}`)
      const onEveryNode = (...parts: string[]) =>
        Promise.all(started.ports.map((port) => command(port, ...parts).catch(() => "")))
      await onEveryNode("DEL", broken as string)
      await onEveryNode("SET", broken as string, "data of another program")

      expect((await adapter.deleteUser(user.id))?.id).toBe(user.id)
      expect(warnings).toHaveLength(1)
      expect(warnings.splice(0)[0]).toMatch(
        /^A user was removed, but not all of its rows could be deleted \(corrupt\)/,
      )
      expect(await adapter.getUser(user.id)).toBeNull()
      expect(await adapter.getUserByEmail(user.email)).toBeNull()
      for (const { sessionToken } of sessions.slice(1))
        expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()

      await onEveryNode("DEL", broken as string)
      if (place === "a single server") expect(await adapter.deleteUser(user.id)).toBeNull()
      else expect(await upkeep(adapter)?.repair?.()).toMatchObject({ checked: 1, finishedRemovals: 1 })
      expect(await adapter.getSessionAndUser(other.sessionToken)).not.toBeNull()
      await adapter.deleteUser(other.userId)
      await expect.poll(() => rowsLeft(started.ports, prefix)).toEqual([])
      if (place === "a Cluster")
        expect(await upkeep(adapter)?.repair?.()).toMatchObject({ checked: 0, finishedRemovals: 0 })
      expect(warnings).toEqual([])
    })
  })
})
