import { describe, test } from "vitest"
import { openWire } from "../../../workshop/src/http/open-wire.ts"
import { clientSuite } from "../../../workshop/src/tests/tier.ts"
import { expectConformance } from "./support/expect-conformance.ts"

const silent = { onWarning: () => {} }
// Ends a hang; it does not measure speed.
const patience = 300_000

describe("SEC-O6 the suite passes through client, socket and server", { timeout: patience }, () => {
  test("on memory", async () => {
    await expectConformance(async () => {
      const { adapter, close } = await openWire({ client: silent })
      return { adapter, close, outage: close }
    }, clientSuite)
  })
})
