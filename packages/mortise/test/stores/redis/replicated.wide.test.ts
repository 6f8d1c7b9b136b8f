import { beforeAll, describe, expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { until } from "../../../../workshop/src/servers/until.ts"
import { manifest } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someToken } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, libraries } = await import("./clients.ts")

const primary = openForTests(startRedis)
const replica = openForTests(() => startRedis(["--replicaof", "127.0.0.1", String(primary.port)]))
const cluster = openForTests(startRedisCluster)
beforeAll(async () => {
  await until("the replica to be in step", async () => {
    const replication = await command(replica.port, "INFO", "replication")
    if (!replication.includes("master_link_status:up")) throw new Error(replication)
  })
})

const durability = "replicated"

describe.each(libraries)("SEC-N9 replicated changes through $name", ({ connect }) => {
  test("a change is confirmed when the replica has it, and indeterminate without a replica", async () => {
    const { adapter: over, close } = await connect(primary.port)
    const adapter = over({ prefix: crypto.randomUUID(), durability })
    expect(manifest(adapter)?.durability).toBe("replicated")
    const { user } = await signIn(adapter)
    const link = await adapter.createVerificationToken(someToken())
    process.kill(await pidOf(replica.port), "SIGSTOP")
    try {
      await failure(adapter.useVerificationToken(link), "indeterminate")
      await failure(adapter.createUser(someone()), "indeterminate")
    } finally {
      process.kill(await pidOf(replica.port, true), "SIGCONT")
    }
    // The primary has applied it nevertheless.
    expect(await adapter.useVerificationToken(link)).toBeNull()
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    await close()
  })
})

describe.each(clusterLibraries)("SEC-N9 replicated changes on a Cluster through $name", ({ connect }) => {
  test("sign-ups work, and every change waits for a replica", async () => {
    const ports = cluster.nodes.map(({ port }) => port)
    const { adapter: over, close } = await connect(ports)
    const adapter = over({ prefix: crypto.randomUUID(), durability })
    for (const port of ports) await command(port, "CONFIG", "RESETSTAT")
    const { user, session } = await signIn(adapter)
    const stats = await Promise.all(ports.map((port) => command(port, "INFO", "commandstats")))
    const waits = stats.map((text) => Number(/cmdstat_wait:calls=(\d+)/.exec(text)?.[1] ?? 0))
    expect(waits.reduce((sum, calls) => sum + calls, 0)).toBeGreaterThanOrEqual(4)
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
    expect((await adapter.deleteUser(user.id))?.id).toBe(user.id)
    await close()
  })
})

const pids = new Map<number, number>()

/** The process of a server. A server that is stopped does not answer, so the last answer counts. */
async function pidOf(port: number, isStopped = false): Promise<number> {
  if (!isStopped) pids.set(port, Number(/process_id:(\d+)/.exec(await command(port, "INFO", "server"))?.[1]))
  return pids.get(port) ?? 0
}
