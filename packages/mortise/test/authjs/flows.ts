import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectedCalls } from "./expected-calls.ts"
import { jwtFlows } from "./flows/jwt.ts"
import { linkingFlows } from "./flows/linking.ts"
import { magicLinkFlows } from "./flows/magic-link.ts"
import { oauthFlows } from "./flows/oauth.ts"
import { outageFlows } from "./flows/outages.ts"
import { passkeyOutageFlows } from "./flows/passkey-outages.ts"
import { passkeyFlows } from "./flows/passkeys.ts"
import { sessionFlows } from "./flows/sessions.ts"
import type { Store } from "./harness/app.ts"
import { launchChromium } from "./harness/chromium.ts"
import { flowsOn } from "./harness/flow.ts"

const MINUTE = 60_000

/** Runs every flow with the real client, each on a new store, and checks the rows of the store afterwards. */
export function describeClientFlows(name: string, factory: () => Promise<Store>): void {
  describe(`@auth/core on ${name}`, () => {
    const { flow, declared } = flowsOn(factory)
    magicLinkFlows(flow)
    oauthFlows(flow)
    linkingFlows(flow)
    sessionFlows(flow)
    jwtFlows(flow)
    outageFlows(flow)

    describe("in Chromium", () => {
      let browser: Browser
      // The first run on a machine may have to install Chromium.
      beforeAll(async () => {
        browser = await launchChromium()
      }, 5 * MINUTE)
      afterAll(() => browser?.close())

      passkeyFlows(flow, () => browser)
      passkeyOutageFlows(flow, () => browser)
    })

    test("every flow of the table of expected calls is tested", () => {
      expect([...declared].sort()).toEqual(Object.keys(expectedCalls).sort())
    })
  })
}
