import { afterAll, beforeAll, describe, test } from "vitest"
import { findValkey } from "../../../../workshop/src/servers/redis-valkey.ts"
import { fullSuite } from "../../../../workshop/src/tests/tier.ts"
import { conform } from "../servers/support/conform.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")

const HOUR = 3_600_000

const found = await findValkey()
const title = "missing" in found ? `Valkey: NOT TESTED, ${found.missing}` : `Valkey ${found.version}`
// The summary of a run shows only how many tests were skipped.
console.log(title)

describe.skipIf("missing" in found).each(places)(`${title} on $name`, ({ start, libraries }) => {
  let started: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    if ("program" in found) started = await start(found.program)
  })
  afterAll(() => started?.close())

  test.each(libraries)(
    "conformance of $name",
    async ({ connect }) => {
      await conform(async () => {
        const { adapter, close } = await connect(started.ports)
        return {
          adapter: adapter({ prefix: crypto.randomUUID(), onWarning: () => {} }),
          close,
          outage: close,
        }
      }, fullSuite)
    },
    HOUR,
  )
})

afterAll(() => ("remove" in found ? found.remove() : undefined))
