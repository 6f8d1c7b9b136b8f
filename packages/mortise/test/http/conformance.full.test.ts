import { describe, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { expectConformance } from "./support/expect-conformance.ts"
import { faultProxy, oneInFour } from "./support/fault-proxy.ts"
import { openPostgresStore } from "./support/open-postgres.ts"
import { openSqlite } from "./support/open-sqlite.ts"

const silent = { onWarning: () => {} }
// Ends a hang; it does not measure speed.
const patience = 300_000

describe("SEC-O6 every case passes through client, socket and server", { timeout: patience }, () => {
  test("on memory, with signed requests and without batching", async () => {
    const secret = "a secret that only the two sides know"
    const audience = "https://data.example"
    await expectConformance(async () => {
      const { adapter, close } = await openWire({
        serve: { keys: [{ id: "signer", secret, permissions: everyPermission }], audience },
        client: { ...silent, batch: false, signing: { id: "signer", secret, audience } },
      })
      return { adapter, close, outage: close }
    })
  })

  test.each([
    ["SQLite", openSqlite],
    ["PostgreSQL", openPostgresStore],
  ] as const)("SEC-K6 SEC-N15 on %s, with a fault on one request in four", async (_, openStore) => {
    await expectConformance(async () => {
      const store = await openStore()
      const wire = await openWire({ behind: store.adapter })
      const proxy = await faultProxy(() => wire.port, oneInFour())
      const adapter = httpAdapter({
        url: proxy.url,
        key: wire.key,
        ...silent,
        retries: 3,
        timeoutSeconds: 30,
        // With this rate of faults, five in a row happen by chance.
        breaker: false,
      })
      const close = async () => {
        await proxy.close()
        await wire.close()
        await store.close()
      }
      return { adapter, close, outage: proxy.close }
    })
  })
})
