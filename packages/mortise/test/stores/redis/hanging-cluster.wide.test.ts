import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import type { RedisServer } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { startRedisSentinel } from "../../../../workshop/src/servers/redis-sentinel.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { upkeep } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import { inTime, outcome, stopDeadlines } from "../servers/support/in-time.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, sentinelLibraries } = await import("./clients.ts")
// One of each client; the other majors run in a full run.
const tested = <T>(libraries: readonly T[]) => libraries.filter((_, nth) => isFullRun || nth % 3 === 0)

// Shorter than the time after which a replica would take over.
const timeoutSeconds = 0.4

const cluster = openForTests(startRedisCluster)
const sentinel = openForTests(startRedisSentinel)

test.each(tested(clusterLibraries))(
  "a deadline ends calls to a node of a Cluster that hangs, through $name",
  async ({ name, connect }) => {
    const ports = cluster.nodes.map(({ port }) => port)
    const { adapter: over, close } = await connect(ports)
    const commands: string[] = []
    const onCommand = (sent: string) => commands.push(sent)
    const adapter = over({ prefix: name, timeoutSeconds, onCommand })
    const patient = over({ prefix: name })
    const people = await Promise.all(Array.from({ length: 40 }, () => signIn(patient)))
    const node = cluster.nodes[0] as RedisServer
    onTestFinished(() => node.thaw())
    await node.freeze()
    const [reads, writes, count, sweep] = await Promise.all([
      Promise.all(people.map(({ user }) => inTime(() => outcome(adapter.getUser(user.id))))),
      Promise.all(people.map(() => inTime(() => outcome(adapter.createUser(someone()))))),
      inTime(() => outcome(Promise.resolve(upkeep(adapter)?.count("user")))),
      inTime(() => outcome(Promise.resolve(upkeep(adapter)?.sweep()))),
    ])
    const before = commands.length
    await node.thaw()
    // Each node has some of the keys. On a busy machine, the deadline may end calls to the others, too.
    expect(reads).toContain("transient")
    expect(["success", "transient"]).toEqual(expect.arrayContaining(reads))
    expect(writes).toContain("indeterminate")
    expect(["success", "indeterminate"]).toEqual(expect.arrayContaining(writes))
    expect([count, sweep]).toEqual(["transient", "transient"])
    await sleep(200)
    expect(commands.length).toBe(before)
    stopDeadlines(timeoutSeconds)
    for (const { user, session } of people)
      expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    await close()
  },
)

test.each(tested(sentinelLibraries))(
  "a deadline ends calls to a primary of Sentinel that hangs, through $name",
  async ({ connect }) => {
    const { adapter: over, close } = await connect(sentinel)
    const prefix = crypto.randomUUID()
    const adapter = over({ prefix, timeoutSeconds })
    const { user, session } = await signIn(over({ prefix }))
    onTestFinished(() => sentinel.primary.thaw())
    await sentinel.primary.freeze()
    await Promise.all([
      inTime(() => failure(adapter.getSessionAndUser(session.sessionToken), "transient")),
      inTime(() => failure(adapter.createUser(someone()), "indeterminate")),
    ])
    await sentinel.primary.thaw()
    stopDeadlines(timeoutSeconds)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    await close()
  },
)
