import { describe, expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import type { Adapter } from "../../../src/index.ts"
import { expectMainPath, studioSchema } from "../../studio/support/main-path.ts"
import { openStudio, signIn } from "../../studio/support/open-studio.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries, libraries } = await import("./clients.ts")

const server = openForTests(startRedis)
const cluster = openForTests(startRedisCluster)

const single = libraries[0] ?? expect.fail()
const [, , , onCluster] = clusterLibraries
const topologies = [
  {
    name: "a single server",
    connect: () => single.connect(server.port),
    accuracy: { isExact: true },
    place: /^appendonly is no/,
  },
  {
    name: "a Cluster",
    connect: () => onCluster.connect(cluster.nodes.map(({ port }) => port)),
    accuracy: { isExact: false, isAtMost: true },
    place: /^On 3 of 3 primaries: appendonly is no/,
  },
] as const

describe.each(topologies)("the studio on $name of Redis", ({ connect, accuracy, place }) => {
  const connected = openForTests(connect)
  const open = (): Adapter => {
    const options = { prefix: crypto.randomUUID(), schema: studioSchema }
    return connected.adapter(options)
  }

  test("SEC-T22 the page names the database", async () => {
    const { read } = await signIn(await openStudio(open()))
    expect((await read("overview")).place).toMatch(/^database 0 at (127\.0\.0\.1:\d+(, )?)+$/)
  })

  test("SEC-L3 every action works and no secret is sent", async () => {
    await expectMainPath(open(), accuracy)
  })

  test("a sweep removes 500 rows per request, and says that rows are left", async () => {
    const adapter = open()
    const { read, act } = await signIn(await openStudio(adapter))
    const { id: userId } = await adapter.createUser({ id: "ada", email: "ada@example.com" })
    const expires = new Date(Date.now() - 1000)
    await Promise.all(
      Array.from({ length: 600 }, (_, nth) =>
        adapter.createSession({ sessionToken: `old-${nth}`, userId, expires }),
      ),
    )
    expect(await read("count?model=session")).toMatchObject({ rows: 600 })
    expect(await act("sweep")).toMatchObject({ changed: 500, left: 1 })
    expect(await act("sweep")).toMatchObject({ changed: 100, left: 0 })
    expect(await read("count?model=session")).toMatchObject({ rows: 0 })
  })

  test("health lists Redis settings with the commands that fix them", async () => {
    const { read } = await signIn(await openStudio(open()))
    const { findings } = await read("health")
    const found = findings.find(({ code }: { code: string }) => code === "no_persistence")
    expect(found).toMatchObject({
      severity: "error",
      place: "",
      why: expect.stringMatching(place),
      fix: ["CONFIG SET appendonly yes", "CONFIG REWRITE"],
    })
  })
})
