import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { findCanaries, writeCanaries } from "../../layers/support/canaries.ts"
import { expectSuite } from "../../layers/support/expect-suite.ts"
import { all, stacks } from "../../layers/support/stacks.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { mainLibraries } = await import("./clients.ts")
const [{ connect }] = mainLibraries as [(typeof mainLibraries)[number]]

// A compressed dump would hide what it contains.
const server = openForTests(() =>
  startRedis(["--appendonly", "yes", "--appendfsync", "always", "--rdbcompression", "no"]),
)

let stores = 0
const open = async () => {
  const { adapter, close } = await connect(server.port)
  return { adapter: adapter({ prefix: `layers${++stores}`, onWarning: () => {} }), close }
}

test.each(stacks)(
  "SEC-I1 the suite passes with %s",
  async (_, add) => {
    await expectSuite(async () => {
      const { adapter, close } = await open()
      return { adapter: add(adapter), close: () => close(), outage: close }
    })
  },
  1_800_000,
)

const search = async (add: typeof all) => {
  const { adapter, close } = await open()
  const canaries = await writeCanaries(add(adapter))
  await command(server.port, "SAVE")
  await close()
  const [, , , , folder = ""] = (await command(server.port, "CONFIG", "GET", "dir")).split("\r\n")
  return findCanaries(folder, canaries)
}

test("SEC-I2 no secret is in the dump or in the append-only file", async () => {
  expect(await search(all)).toEqual([])
})

test("the search finds the secrets if there are no layers", async () => {
  expect((await search((adapter) => adapter)).length).toBeGreaterThan(10)
})
