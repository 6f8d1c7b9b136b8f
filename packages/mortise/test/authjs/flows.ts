import { describe, expect, test } from "vitest"
import { expectedCalls } from "./expected-calls.ts"
import { jwtFlows } from "./flows/jwt.ts"
import { linkingFlows } from "./flows/linking.ts"
import { magicLinkFlows } from "./flows/magic-link.ts"
import { oauthFlows } from "./flows/oauth.ts"
import { outageFlows } from "./flows/outages.ts"
import { passkeyOutageFlows } from "./flows/passkey-outages.ts"
import { passkeyFlows } from "./flows/passkeys.ts"
import { sessionFlows } from "./flows/sessions.ts"
import type { App, Store } from "./harness/app.ts"
import { flowsOn } from "./harness/flow.ts"
import type { Tab } from "./harness/tab.ts"

/** Runs every flow with the real client, each on a new store, and checks the rows of the store afterwards. */
export function describeClientFlows(
  name: string,
  factory: () => Promise<Store>,
  openTab: (app: App) => Promise<Tab>,
): void {
  describe(`@auth/core on ${name}`, () => {
    const { flow, declared } = flowsOn(factory)
    magicLinkFlows(flow)
    oauthFlows(flow)
    linkingFlows(flow)
    sessionFlows(flow)
    jwtFlows(flow)
    outageFlows(flow)
    passkeyFlows(flow, openTab)
    passkeyOutageFlows(flow, openTab)

    test("every flow of the table of expected calls is tested", () => {
      expect([...declared].sort()).toEqual(Object.keys(expectedCalls).sort())
    })
  })
}
