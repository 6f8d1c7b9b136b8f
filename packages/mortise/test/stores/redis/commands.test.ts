import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { type Adapter, defineSchema } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, libraries } = await import("./clients.ts")
const [library] = libraries
const [clusterLibrary] = clusterLibraries

const server = openForTests(startRedis)
const cluster = openForTests(startRedisCluster)

const expires = new Date(Date.now() + 60_000)

/** Signs a user in and out. */
async function signIn(adapter: Adapter): Promise<void> {
  const { id } = await adapter.createUser({ ...someone(), email: "canary@example.com" })
  await adapter.getUser(id)
  await adapter.getUserByEmail("canary@example.com")
  await adapter.createSession({ sessionToken: "canary", userId: id, expires })
  await adapter.getSessionAndUser("canary")
  await adapter.deleteSession("canary")
}

test("onCommand reports each command with its key and no value, on a single server", async () => {
  const commands: string[] = []
  const { adapter, close } = (await library?.connect(server.port)) ?? expect.fail()
  await signIn(adapter({ onCommand: (command) => commands.push(command) }))
  expect(commands).toEqual([
    "EVALSHA insert 1 mortise:u:{…}",
    "HMGET mortise:u:{…}",
    "EVALSHA findByEmail 1 mortise:e:{…}",
    "EVALSHA insert 1 mortise:s:{…}",
    "EVALSHA findWithUser 1 mortise:s:{…}",
    "EVALSHA take 1 mortise:s:{…}",
  ])
  await close()
})

test("every key starts with the prefix and a colon, even the counter of ids", async () => {
  const { adapter, close } = (await library?.connect(server.port)) ?? expect.fail()
  await signIn(adapter({ prefix: "application", schema: defineSchema({ ids: "serial" }) }))
  const keys = await command(server.port, "KEYS", "application*")
  expect(keys).toContain("application:serial")
  expect(keys).not.toMatch(/application(?!:)/)
  await close()
})

test("onCommand reports each command with its key and no value, on a Cluster", async () => {
  const commands: string[] = []
  const { adapter, close } =
    (await clusterLibrary?.connect(cluster.nodes.map(({ port }) => port))) ?? expect.fail()
  await signIn(adapter({ onCommand: (command) => commands.push(command) }))
  // Most commands on indexes are sent in the background.
  const others = commands.filter((command) => !/^(Z|HDEL|HSCAN|HGET )/.test(command))
  expect([...new Set(others)].sort()).toEqual([
    "EVALSHA commit 1 mortise:u:{…}",
    "EVALSHA put 1 mortise:e:{…}",
    "EVALSHA put 1 mortise:s:{…}",
    "EVALSHA takeOwned 1 mortise:s:{…}",
    "HMGET mortise:e:{…}",
    "HMGET mortise:s:{…}",
    "HMGET mortise:u:{…}",
  ])
  expect(commands).toContain("ZADD mortise:z:u:key:{…}")
  await close()
})
