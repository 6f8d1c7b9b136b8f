import { afterAll } from "vitest"
import type { MortiseAdapter } from "../../../src/index.ts"
import { installRedisClients } from "../../stores/redis/install.ts"
import { type Connected, mysql2, newDatabase, pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { redisPlaces } from "./application.ts"
import { describeStorage } from "./describe-storage.ts"

await installRedisClients()

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

for (const engine of [pg, mysql2]) {
  const server = openForTests(engine.serve)
  let client: Connected | undefined
  describeStorage(engine.name, async (options) => {
    if (!client) {
      client = engine.connect(await newDatabase(engine, server))
      closing.push(client.close)
    }
    return client.adapter(options)
  })
}

for (const { name: place, start, libraries } of await redisPlaces()) {
  const server = openForTests(start)
  for (const { name: library, connect } of libraries) {
    let client: Awaited<ReturnType<typeof connect>> | undefined
    describeStorage(`${place} through ${library}`, async (options): Promise<MortiseAdapter> => {
      if (!client) {
        client = await connect(server.ports)
        closing.push(client.close)
      }
      return client.adapter(options)
    })
  }
}
