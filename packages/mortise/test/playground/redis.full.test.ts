import { beforeAll, describe, expect, test } from "vitest"
import { contractAuthNames, type OperationRecord } from "../../../../playground/protocol.ts"
import { type Playground, startPlayground } from "../../../../playground/server/start-playground.ts"
import { startRedis } from "../../../workshop/src/servers/redis.ts"
import { command as send } from "../../../workshop/src/servers/redis-command.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { command, openStream, visitorOf } from "./support.ts"

const upstash = "@auth/upstash-redis-adapter"

const server = openForTests(startRedis)
let redisUrl: string
beforeAll(async () => {
  redisUrl = `redis://127.0.0.1:${server.port}`
})

/** The number of keys on the server. */
const keys = async () => Number(/\d+/.exec(await send(server.port, "DBSIZE"))?.[0])

describe.each(contractAuthNames)("the playground on Redis, through %s", (auth) => {
  let playground: Playground
  beforeAll(async () => {
    playground = await startPlayground({ port: 0, redisUrl })
    await command(playground.origin, "auth", { auth })
  })

  test("shows rows and commands without secrets, and deletes its keys at the end", async () => {
    const { origin } = playground
    const stream = await openStream(origin)
    const { store, officialAdapters } = await stream.snapshot()
    expect(store.available).toContain("redis")
    expect(officialAdapters).toContain(upstash)
    expect(await command(origin, "store", { store: "redis" })).toEqual({ ok: true })

    const visitor = visitorOf(origin, auth)
    await visitor.call("email", { email: "ada@example.com" })
    const { message } = await stream.next("message")
    const redirect = await fetch(`${origin}/inbox/${message.id}`, { redirect: "manual" })
    const link = redirect.headers.get("location") ?? ""
    await visitor.follow(link)
    await visitor.call("session")
    await visitorOf(origin, auth).signInAtProvider("nemo")
    await stream.next("tables", ({ tables }) => tables[0]?.count === 2 && tables[1]?.count === 1)

    const operations = stream.events.flatMap((event): OperationRecord[] =>
      event.type === "operation" && event.operation.result ? [event.operation] : [],
    )
    const lookup = operations.find(({ operation }) => operation === "getSessionAndUser")
    expect(lookup?.statements.join()).toMatch(
      /^EVALSHA findWithUser 1 mortise_playground_\w+:s:\{…\}\n.*redis\.call/s,
    )
    expect(stream.text()).not.toMatch(/eyJ[\w-]{20}|[0-9a-f]{64}/)
    for (const secret of [new URL(link).search, ...visitor.cookies()])
      expect(stream.text()).not.toContain(secret)

    await command(origin, "outage", { isDown: true })
    const during = await visitor.call("session")
    expect(during).toEqual(
      auth === "authjs" ? { ok: true, user: null } : { ok: false, reason: "unavailable" },
    )
    await command(origin, "outage", { isDown: false })
    expect(await visitor.call("session")).toMatchObject({ ok: true, user: expect.anything() })
    expect(await keys()).toBeGreaterThan(0)
    await playground.close()
    expect(await keys()).toBe(0)
  })
})

test.runIf(isFullRun)(
  "race: each link signs in once on our adapter, and several times on an official one on the same server",
  async () => {
    const { origin, close } = await startPlayground({ port: 0, redisUrl })
    await command(origin, "store", { store: "redis" })
    const stream = await openStream(origin)
    await stream.snapshot()
    await command(origin, "experiment", { experiment: "race", beside: upstash })
    const { run } = await stream.next("experiment", (event) => event.run.status !== "running")
    const [mortise, adapter, official] = run.subjects
    expect([mortise?.violations, adapter?.violations]).toEqual([0, 0])
    expect(official).toMatchObject({ title: `Auth.js on ${upstash}, Redis`, doneRounds: 20 })
    expect(official?.violations).toBeGreaterThan(0)
    await close()
    expect(await keys()).toBe(0)
  },
)

test("a server that does not answer is an error, and the open store stays", async () => {
  const playground = await startPlayground({ port: 0, redisUrl: "redis://127.0.0.1:1" })
  expect(await command(playground.origin, "store", { store: "redis" })).toMatchObject({ ok: false })
  const stream = await openStream(playground.origin)
  expect((await stream.snapshot()).store.name).toBe("sqlite")
  await playground.close()
})
