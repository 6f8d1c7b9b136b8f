import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { type Adapter, extras, MortiseError, slots } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { inAnHour, someAccount, someone, someSession, someToken } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")

const cluster = openForTests(startRedisCluster)
let proxies: Awaited<ReturnType<typeof startProxy>>[]
beforeAll(async () => {
  proxies = await Promise.all(cluster.nodes.map(({ port }) => startProxy(port)))
})
afterAll(async () => {
  for (const proxy of proxies ?? []) await proxy.close()
})

/** Loses the answer of one script, after `before` others, on whatever node it runs. Returns whether it happened. */
function loseOneAnswer(before: number): () => boolean {
  let left = before
  const fits = (sent: Buffer) => sent.includes("EVALSHA") && left-- === 0
  for (const proxy of proxies) proxy.loseAnswer(fits)
  return () => left < 0
}

/** The result of a call, or the code of its error. */
const outcomeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error) => {
    if (error instanceof MortiseError && ["transient", "indeterminate"].includes(error.code))
      return error.code
    throw error
  })

// A sign-up runs seven scripts or fewer, the others less.
const steps = [0, 1, 2, 3, 4, 5, 6]

describe.each(clusterLibraries)("lost answers on a Cluster through $name", ({ connect }) => {
  let adapter: Adapter
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const ports = cluster.nodes.map(({ port }) => port)
    const detours = new Map(ports.map((port, nth) => [port, proxies[nth]?.port ?? 0]))
    const client = await connect(ports, detours)
    close = client.close
    adapter = client.adapter({ prefix: crypto.randomUUID() })
    // Every node gets every script: otherwise, the lost answer only asks for its text.
    for (let times = 0; times < 12; times++) {
      const user = await adapter.createUser(someone())
      await adapter.createSession(someSession(user.id))
      await adapter.useVerificationToken(await adapter.createVerificationToken(someToken()))
      await slots(adapter)?.increment(someToken().identifier, inAnHour())
      await adapter.deleteUser(user.id)
    }
  })
  afterAll(() => close?.())

  test.each(steps)(
    "a sign-up exists as a whole or not at all if the answer to script %i is lost",
    async (step) => {
      const { userId: _, ...account } = someAccount("")
      const { userId: __, ...session } = someSession("")
      const { email } = someone()
      const isLost = loseOneAnswer(step)
      const outcome = await outcomeOf(
        extras(adapter)?.signUp?.({ user: { email }, account, session } as never) ?? Promise.resolve(null),
      )
      const found = [
        await adapter.getUserByEmail(email),
        await adapter.getUserByAccount(account),
        await adapter.getSessionAndUser(session.sessionToken),
      ].map((each) => each !== null)
      expect(new Set(found).size).toBe(1)
      if (typeof outcome === "object") expect(found).toEqual([true, true, true])
      if (outcome === "transient") expect(found).toEqual([false, false, false])
      if (step === 0) expect(isLost()).toBe(true)
    },
  )

  test("a link is used only once", async () => {
    const link = await adapter.createVerificationToken(someToken())
    const isLost = loseOneAnswer(0)
    expect(await outcomeOf(adapter.useVerificationToken(link))).toBe("indeterminate")
    expect(isLost()).toBe(true)
    expect(await adapter.useVerificationToken(link)).toBeNull()
  })

  test("an attempt is counted only once", async () => {
    const { identifier: key } = someToken()
    await slots(adapter)?.increment(key, inAnHour())
    loseOneAnswer(0)
    expect(await outcomeOf(slots(adapter)?.increment(key, inAnHour()) ?? Promise.resolve())).toBe(
      "indeterminate",
    )
    // The server may be slower than the error about the lost connection.
    await expect.poll(async () => (await slots(adapter)?.read(key))?.count).toBe(2)
  })

  test.each([0, 1, 2])(
    "a user whose address changes has one address if the answer to script %i is lost",
    async (step) => {
      const user = await adapter.createUser(someone())
      const { email } = someone()
      loseOneAnswer(step)
      const outcome = await outcomeOf(adapter.updateUser({ id: user.id, email }))
      const stored = (await adapter.getUser(user.id))?.email as string
      expect((await adapter.getUserByEmail(stored))?.id).toBe(user.id)
      expect(await adapter.getUserByEmail(stored === email ? user.email : email)).toBeNull()
      if (outcome !== "indeterminate") expect(stored).toBe(email)
    },
  )

  test.each([0, 1, 2, 3])("a removed user stays removed if the answer to script %i is lost", async (step) => {
    const user = await adapter.createUser(someone())
    const session = await adapter.createSession(someSession(user.id))
    loseOneAnswer(step)
    const outcome = await outcomeOf(adapter.deleteUser(user.id))
    const isGone = (await adapter.getUser(user.id)) === null
    expect((await adapter.getSessionAndUser(session.sessionToken)) === null).toBe(isGone)
    if (typeof outcome === "object") expect(isGone).toBe(true)
    await adapter.deleteUser(user.id)
    expect(await adapter.getUser(user.id)).toBeNull()
    expect((await adapter.createUser({ email: user.email })).email).toBe(user.email)
  })
})
