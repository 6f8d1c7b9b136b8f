import { afterAll, beforeAll, test } from "vitest"
import { type RedisServer, startRedis } from "../../servers/redis.ts"
import { expectMainPath, studioSchema } from "../../studio/support/main-path.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")

let server: RedisServer
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server?.close())

test("SEC-L3 in the studio, every action works and no secret is sent", async () => {
  const [library] = libraries
  if (!library) throw new Error("There is no client library")
  const { adapter, close } = await library.connect(server.port)
  await expectMainPath(adapter({ prefix: crypto.randomUUID(), schema: studioSchema }))
  await close()
})
