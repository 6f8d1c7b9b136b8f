import { describe, expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startClusterNode } from "../../../../workshop/src/servers/redis-cluster.ts"
import type { MortiseError } from "../../../src/contract/errors.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someSession, someToken } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")
const { command } = await import("../../../../workshop/src/servers/redis-command.ts")

const server = openForTests(startRedis)

describe.each(libraries)("through $name", ({ connect }) => {
  test("a write whose answer is lost is applied once and reported as indeterminate", async () => {
    const proxy = await startProxy(server.port)
    const { adapter: over, close } = await connect(proxy.port)
    const adapter = over({ prefix: crypto.randomUUID() })
    const { user, session } = await signIn(adapter)
    const token = await adapter.createVerificationToken(someToken())
    // The server must have every script: otherwise, the lost answer only asks for its text.
    await adapter.useVerificationToken(await adapter.createVerificationToken(someToken()))
    const given = someone()
    const losing = async (call: () => Promise<unknown>, word: string) => {
      proxy.loseAnswer((sent) => sent.includes(word))
      await failure(call(), "indeterminate")
    }
    await losing(() => adapter.createUser(given), "EVALSHA")
    expect((await adapter.getUserByEmail(given.email))?.email).toBe(given.email)
    await losing(() => adapter.useVerificationToken(token), "EVALSHA")
    expect(await adapter.useVerificationToken(token)).toBeNull()
    await losing(() => adapter.deleteSession(session.sessionToken), "EVALSHA")
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    await close()
    await proxy.close()
  })

  test("a lookup whose answer is lost is repeated", async () => {
    const proxy = await startProxy(server.port)
    const { adapter: over, close } = await connect(proxy.port)
    const adapter = over({ prefix: crypto.randomUUID() })
    const { user, session } = await signIn(adapter)
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
    proxy.loseAnswer()
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
    await close()
    await proxy.close()
  })

  test("scripts are loaded again after SCRIPT FLUSH", async () => {
    const { adapter: over, close } = await connect(server.port)
    const adapter = over({ prefix: crypto.randomUUID() })
    const { session } = await signIn(adapter)
    await command(server.port, "SCRIPT", "FLUSH")
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
    await command(server.port, "SCRIPT", "FLUSH")
    expect(await adapter.deleteSession(session.sessionToken)).not.toBeNull()
    await close()
  })

  test("calls fail as unavailable while the server is down, and work when it is back", async () => {
    const own = await startRedis(["--appendonly", "yes", "--appendfsync", "always"])
    const { adapter: over, close } = await connect(own.port)
    const adapter = over()
    const { user } = await signIn(adapter)
    await own.kill()
    // A write that is sent before the client notices may have been applied.
    const write = () => adapter.createUser(someone()).catch((error: MortiseError) => error)
    await expect.poll(write, { timeout: 10_000 }).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Redis cannot be reached"),
    })
    await own.start()
    await expect
      .poll(() => adapter.createUser(someone()).catch(() => null), { timeout: 10_000 })
      .not.toBeNull()
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    await close()
    await own.close()
  })

  test("data of another program under the prefix is reported, never read as absent", async () => {
    const { adapter: over, close } = await connect(server.port)
    const prefix = crypto.randomUUID()
    const adapter = over({ prefix })
    await command(server.port, "SET", `${prefix}:u:{x}`, "foreign")
    await command(server.port, "SET", `${prefix}:s:{x}`, "foreign")
    await failure(adapter.getUser("x"), "corrupt")
    await failure(adapter.getSessionAndUser("x"), "corrupt")
    await failure(adapter.createUser({ id: "x", ...someone() } as never), "corrupt")
    await close()
  })

  test("SEC-N16 a full server refuses a write, and nothing is written", async () => {
    const own = await startRedis()
    const { adapter: over, close } = await connect(own.port)
    const adapter = over()
    const { user } = await signIn(adapter)
    await command(own.port, "CONFIG", "SET", "maxmemory", "1")
    await failure(adapter.createSession(someSession(user.id)), "unavailable")
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    // A removal makes room.
    expect((await adapter.deleteUser(user.id))?.id).toBe(user.id)
    expect(await adapter.getUser(user.id)).toBeNull()
    await close()
    await own.close()
  })

  test("a replica is reported as read-only", async () => {
    const replica = await startRedis(["--replicaof", "127.0.0.1", String(server.port)])
    const { adapter: over, close } = await connect(replica.port)
    await expect
      .poll(() => command(replica.port, "INFO", "replication"), { timeout: 10_000 })
      .toContain("master_link_status:up")
    await failure(over().createUser(someone()), "readonly")
    await close()
    await replica.close()
  })

  test("SEC-N8 a server that evicts keys, or is a node of a Cluster, is refused", async () => {
    for (const [start, advice] of [
      [() => startRedis(["--maxmemory-policy", "allkeys-lru"]), "set it to noeviction"],
      [() => startClusterNode(), "node of a Cluster"],
    ] as const) {
      const own = await start()
      const { adapter: over, close } = await connect(own.port)
      expect((await failure(over().getUser("x"), "unavailable")).message).toContain(advice)
      await close()
      await own.close()
    }
  })

  test("an ACL that forbids the keys of the prefix is named as the cause", async () => {
    const own = await startRedis()
    const { adapter: over, close } = await connect(own.port)
    await command(own.port, "ACL", "SETUSER", "default", "resetkeys", "~other:*")
    for (const call of [() => over().createUser(someone()), () => over().getUser("x")])
      expect((await failure(call(), "unavailable")).message).toContain("ACL")
    await close()
    await own.close()
  })
})
