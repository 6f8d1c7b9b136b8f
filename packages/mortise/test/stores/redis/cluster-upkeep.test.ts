import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { type Adapter, slots, upkeep } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someSession, someToken } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")
const [ioredis, , , nodeRedis] = clusterLibraries

const cluster = openForTests(startRedisCluster)

/** Deletes a key on whatever node it is, as a failover that lost it would. */
const lose = async (key: string): Promise<void> => {
  for (const { port } of cluster.nodes) await command(port, "DEL", key)
}

describe.each([ioredis, nodeRedis])("upkeep on a Cluster through $name", ({ connect }) => {
  const prefix = crypto.randomUUID()
  const claimOf = (email: string) => `${prefix}:e:{${encodeURIComponent(email)}}`
  let adapter: Adapter
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const client = await connect(cluster.nodes.map(({ port }) => port))
    close = client.close
    adapter = client.adapter({ prefix })
  })
  afterAll(() => close?.())

  test("repair restores the claim of an address that was lost", async () => {
    const user = await adapter.createUser(someone())
    await lose(claimOf(user.email))
    expect(await adapter.getUserByEmail(user.email)).toBeNull()
    expect(await upkeep(adapter)?.repair?.()).toMatchObject({ restored: 1, duplicates: [], next: null })
    expect((await adapter.getUserByEmail(user.email))?.id).toBe(user.id)
    expect(await upkeep(adapter)?.repair?.()).toMatchObject({ restored: 0, duplicates: [] })
  })

  test("repair reports two users that got the same address", async () => {
    const first = await adapter.createUser(someone())
    await lose(claimOf(first.email))
    const second = await adapter.createUser({ email: first.email })
    const found = await upkeep(adapter)?.repair?.()
    expect(found?.duplicates).toEqual([{ id: first.id, other: second.id }])
    await adapter.deleteUser(first.id)
    expect((await adapter.getUserByEmail(first.email))?.id).toBe(second.id)
    expect((await upkeep(adapter)?.repair?.())?.duplicates).toEqual([])
  })

  test("repair removes a user from the index that is no longer stored", async () => {
    const user = await adapter.createUser(someone())
    await lose(`${prefix}:u:{${user.id}}`)
    const count = (await upkeep(adapter)?.count("user")) ?? 0
    expect(await upkeep(adapter)?.repair?.()).toMatchObject({ checked: count - 1, finishedRemovals: 0 })
    expect(await upkeep(adapter)?.count("user")).toBe(count - 1)
  })

  test("repair continues where the last call ended", async () => {
    for (let nth = 0; nth < 5; nth++) await adapter.createUser(someone())
    const first = await upkeep(adapter)?.repair?.({ limit: 3 })
    expect(first).toMatchObject({ checked: 3 })
    const rest = await upkeep(adapter)?.repair?.(first?.next ? { after: first.next } : {})
    expect(rest?.checked).toBe(((await upkeep(adapter)?.count("user")) ?? 0) - 3)
  })

  test("sweep deletes expired rows, and pages contain the rest in order", async () => {
    const { user } = await signIn(adapter)
    const expires = new Date(Date.now() - 1000)
    for (let nth = 0; nth < 30; nth++) {
      await adapter.createSession({ ...someSession(user.id), expires })
      await adapter.createVerificationToken({ ...someToken(), expires })
    }
    await slots(adapter)?.claim({ key: someToken().identifier, expires })
    const swept = await upkeep(adapter)?.sweep()
    expect(swept).toBeGreaterThanOrEqual(60)
    expect(await upkeep(adapter)?.sweep()).toBe(0)
    await expect.poll(() => upkeep(adapter)?.count("session")).toBe(1)
    const { rows } = (await upkeep(adapter)?.page("user", { limit: 1000 })) ?? { rows: [] }
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort())
  })
})
