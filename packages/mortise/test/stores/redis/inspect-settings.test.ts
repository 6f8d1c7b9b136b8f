import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { until } from "../../../../workshop/src/servers/until.ts"
import { manifest } from "../../../src/index.ts"
import type { RedisOptions } from "../../../src/stores/redis/create-redis-adapter.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import type { ClusterLibrary } from "./clients.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, libraries } = await import("./clients.ts")
const { Redis } = await import("ioredis")
const { createClient } = await import("redis")
const { redisAdapter } = await import("../../../src/stores/redis/drivers/redis/redis-adapter.ts")
const { ioredisAdapter } = await import("../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts")

const durable = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory", "100mb"]

const server = openForTests(() => startRedis(durable))
const replica = openForTests(() =>
  startRedis(["--replicaof", "127.0.0.1", String(server.port), "--maxmemory", "100mb"]),
)
const cluster = openForTests(startRedisCluster)
beforeAll(async () => {
  await followed(1)
})

/** Waits until the server has so many replicas. */
const followed = (count: number): Promise<void> =>
  until("the number of replicas", async () => {
    const replication = await command(server.port, "INFO", "replication")
    if (!replication.includes(`connected_slaves:${count}`)) throw new Error(replication)
  })

/** Waits until a node knows a primary for every slot. */
const covered = (port: number): Promise<void> =>
  until("all slots to be served", async () => {
    const state = await command(port, "CLUSTER", "INFO")
    if (!/cluster_state:ok.*cluster_slots_ok:16384/s.test(state)) throw new Error(state)
  })

/** Changes settings of a server until the end of the test. */
async function configure(port: number, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const [, , , , before = ""] = (await command(port, "CONFIG", "GET", name)).split("\r\n")
    expect(await command(port, "CONFIG", "SET", name, value)).toBe("+OK\r\n")
    onTestFinished(() => command(port, "CONFIG", "SET", name, before).then(() => {}))
  }
}

/** What `inspect` finds through ioredis, as `severity code`, and the durability that follows. */
async function findings(port: number, options: RedisOptions = {}, login = {}) {
  const client = new Redis({ port, ...login })
  const adapter = ioredisAdapter(client, options)
  const { ok, findings: differences, server: found = [] } = await inspect(adapter)
  client.disconnect()
  expect(differences).toEqual([])
  expect(ok).toBe(found.every(({ severity }) => severity === "warning"))
  const codes = found.map(({ severity, code }) => `${severity} ${code}`)
  return { codes, found, durability: manifest(adapter)?.durability }
}

const replicated = { durability: "replicated" } as const
const safe = { "min-replicas-to-write": "1" }

describe("inspect on a single server", () => {
  test("finds nothing if changes reach the disk and a replica", async () => {
    await configure(server.port, safe)
    expect(await findings(server.port, replicated)).toEqual({
      codes: [],
      found: [],
      durability: "replicated",
    })
  })

  test.each([
    [{ appendfsync: "everysec" }, "warning not_durable", "process"],
    [{ appendfsync: "no" }, "warning not_durable", "process"],
    [{ appendonly: "no", save: "3600 1" }, "warning not_durable", "none"],
    [{ appendonly: "no", save: "" }, "error no_persistence", "none"],
    [{ "maxmemory-policy": "volatile-lru" }, "error evicted_keys", "power"],
    [{ maxmemory: "0" }, "warning no_memory_limit", "power"],
    [{ "min-replicas-to-write": "0" }, "warning split_primary", "power"],
    [{ "min-replicas-to-write": "2" }, "error missing_standbys", "power"],
  ])("reports %o as %s, with the durability %s", async (settings, code, durability) => {
    await configure(server.port, { ...safe, ...(settings as Record<string, string>) })
    const { codes, found } = await findings(server.port, replicated)
    expect(codes).toEqual([code])
    expect((await findings(server.port)).durability).toBe(durability)
    for (const [name, value] of Object.entries(settings))
      expect(found[0]?.why).toContain(value === "" ? name : value)
    const fixes = found[0]?.fix?.filter((fix) => fix !== "CONFIG REWRITE") ?? []
    for (const fix of fixes) expect(await command(server.port, ...fix.split(" "))).toBe("+OK\r\n")
    const left = await findings(server.port, replicated)
    expect(left.codes).toEqual(fixes.length > 0 ? [] : [code])
  })

  test("warns if the memory is almost full", async () => {
    const used = Number(/used_memory:(\d+)/.exec(await command(server.port, "INFO", "memory"))?.[1])
    await configure(server.port, { ...safe, maxmemory: String(Math.round(used * 1.05)) })
    expect((await findings(server.port, replicated)).codes).toEqual(["warning little_memory"])
  })

  test("finds that the last snapshot failed", async () => {
    const own = await startRedis(["--save", "3600 1", "--dbfilename", "taken.rdb", "--maxmemory", "100mb"])
    onTestFinished(() => own.close())
    const [, , , , folder = ""] = (await command(own.port, "CONFIG", "GET", "dir")).split("\r\n")
    mkdirSync(join(folder, "taken.rdb"))
    await command(own.port, "SET", "some", "key")
    await command(own.port, "BGSAVE")
    await until("the snapshot to fail", async () => {
      const state = await command(own.port, "INFO", "persistence")
      if (!state.includes("rdb_last_bgsave_status:err")) throw new Error(state)
    })
    expect((await findings(own.port)).codes).toEqual(["warning not_durable", "error failed_persistence"])
  })

  test("warns that replicas get a change after it is confirmed", async () => {
    await configure(server.port, safe)
    const { codes, durability } = await findings(server.port)
    expect([codes, durability]).toEqual([["warning asynchronous_standbys"], "power"])
  })

  test("refuses a replica", async () => {
    expect((await findings(replica.port)).codes).toContain("error standby")
  })

  test("finds a missing replica where changes wait for one", async () => {
    await command(replica.port, "REPLICAOF", "NO", "ONE")
    await followed(0)
    expect((await findings(server.port)).codes).toEqual([])
    expect((await findings(server.port, replicated)).codes).toEqual(["error missing_standbys"])
    await command(replica.port, "REPLICAOF", "127.0.0.1", String(server.port))
    await followed(1)
  })

  test("names what is unknown, and how to check it, if an ACL forbids CONFIG", async () => {
    const rules = ["on", ">secret", "~*", "+@all", "-config"]
    await command(server.port, "ACL", "SETUSER", "limited", ...rules)
    const login = { username: "limited", password: "secret" }
    const { codes, found, durability } = await findings(server.port, replicated, login)
    expect(codes).toEqual(["warning unknown_settings"])
    expect(found[0]?.why).toContain("appendfsync, min-replicas-to-write.")
    expect(found[0]?.why).toContain("+config|get")
    expect(durability).toBe("replicated")
    expect((await findings(server.port, {}, login)).durability).toBe("process")
  })

  test("finds a node of a Cluster behind a client that does not know the others", async () => {
    const [node] = cluster.nodes
    expect((await findings(node?.port ?? 0)).codes).toContain("error cluster_node")
  })

  test("fails as unavailable if Redis cannot be reached", async () => {
    const client = new Redis({ port: 1, retryStrategy: () => null })
    client.on("error", () => {})
    const { message } = await failure(inspect(ioredisAdapter(client)), "unavailable")
    expect(message).toMatch(/^Redis cannot be reached\. No server accepts connections/)
  })
})

test("a client with lazyConnect is connected by the first call", async () => {
  const client = new Redis({ port: server.port, lazyConnect: true })
  expect(await ioredisAdapter(client).getUser("ada")).toBeNull()
  client.disconnect()
})

test.each(libraries)("$name shows the settings", async ({ connect }) => {
  const { adapter, close } = await connect(server.port)
  const { server: found = [] } = await inspect(adapter())
  expect(found.map(({ code }) => code)).toEqual(["asynchronous_standbys", "split_primary"])
  await close()
})

test("a redis client with RESP 3 shows the settings, and finds rows", async () => {
  const client = createClient({ url: `redis://127.0.0.1:${server.port}`, RESP: 3 })
  await client.connect()
  const adapter = redisAdapter(client, { prefix: crypto.randomUUID() })
  const { server: found = [] } = await inspect(adapter)
  expect(found.map(({ code }) => code)).toEqual(["asynchronous_standbys", "split_primary"])
  const { id } = await adapter.createUser({ id: "ada", email: "ada@example.com" })
  expect((await adapter.getUserByEmail("ada@example.com"))?.id).toBe(id)
  client.destroy()
})

/** What `inspect` finds on the Cluster: the sentence of each code. */
async function findingsOnCluster({ connect }: ClusterLibrary): Promise<Readonly<Record<string, string>>> {
  const { adapter, close } = await connect(cluster.nodes.map(({ port }) => port))
  const { server: found = [] } = await inspect(adapter())
  await close()
  return Object.fromEntries(found.map(({ code, why }) => [code, why]))
}

describe("inspect on a Cluster", () => {
  test.each(clusterLibraries)("checks every primary through $name", async (library) => {
    const found = await findingsOnCluster(library)
    const codes = ["no_memory_limit", "no_persistence", "asynchronous_standbys", "split_primary"]
    expect(Object.keys(found)).toEqual(codes)
    for (const why of Object.values(found)) expect(why).toMatch(/^On 3 of 3 primaries: /)
    const [node] = cluster.nodes
    await configure(node?.port ?? 0, { maxmemory: "100mb", "cluster-allow-reads-when-down": "yes" })
    const { no_memory_limit, stale_reads } = await findingsOnCluster(library)
    expect(no_memory_limit).toMatch(/^On 2 of 3 primaries: /)
    expect(stale_reads).toMatch(/^On 1 of 3 primaries: .* Fix it on every node\.$/)
  })

  test("promises no more than the primary with the weakest settings", async () => {
    const ports = cluster.nodes.map(({ port }) => port)
    await configure(ports[0] ?? 0, { appendonly: "yes" })
    const { adapter, close } = await clusterLibraries[0].connect(ports)
    const inspected = adapter()
    await inspect(inspected)
    expect(manifest(inspected)?.durability).toBe("none")
    await close()
  })

  // Not through ioredis, which does not connect to a Cluster that is down.
  test.each([
    ["no", "the others work", ["uncovered_slots"]],
    ["yes", "every call fails", ["cluster_down", "uncovered_slots"]],
  ])(
    "finds slots without a primary if cluster-require-full-coverage is %s",
    async (coverage, effect, codes) => {
      const ports = cluster.nodes.map(({ port }) => port)
      for (const port of ports) await configure(port, { "cluster-require-full-coverage": coverage })
      const owner = await cluster.ownerOf(0)
      for (const port of ports) await command(port, "CLUSTER", "DELSLOTS", "0")
      onTestFinished(async () => {
        await command(owner, "CLUSTER", "ADDSLOTS", "0")
        await Promise.all(ports.map(covered))
      })
      const found = await findingsOnCluster(clusterLibraries[3])
      expect(Object.keys(found)).toEqual(expect.arrayContaining(codes))
      expect(found["uncovered_slots"]).toContain("1 of the 16384 slots")
      expect(found["uncovered_slots"]).toContain(effect)
    },
  )
})
