import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { IdentityProvider } from "../authjs/harness/oidc-provider.ts"
import { caseOn } from "./cases/case.ts"
import { contractCases } from "./cases/contract.ts"
import { emailCases } from "./cases/email.ts"
import { emailCodeCases } from "./cases/email-codes.ts"
import { jwtCases } from "./cases/jwt.ts"
import { jwtRevocationCases } from "./cases/jwt-revocation.ts"
import { linkingCases } from "./cases/linking.ts"
import { oauthCases } from "./cases/oauth.ts"
import { oauthFlowCases } from "./cases/oauth-flow.ts"
import { oauthIdentityCases } from "./cases/oauth-identities.ts"
import { passkeyCheckCases } from "./cases/passkey-checks.ts"
import { passkeyCounterCases } from "./cases/passkey-counters.ts"
import { passkeyRemovalCases } from "./cases/passkey-removal.ts"
import { passkeyRemovalRaceCases } from "./cases/passkey-removal-races.ts"
import { passkeyCases } from "./cases/passkeys.ts"
import { sessionEndingCases } from "./cases/session-endings.ts"
import { sessionRevocationCases } from "./cases/session-revocation.ts"
import { sessionCases } from "./cases/sessions.ts"
import { unlinkingCases } from "./cases/unlinking.ts"
import { unlinkingRaceCases } from "./cases/unlinking-races.ts"
import type { Backing } from "./support/backends.ts"
import { startProvider } from "./support/oauth-app.ts"
import { openWorld } from "./support/world.ts"

/** The lifecycle over a store: everything that its promises allow, and a word about each that it does not make. */
export function describeLifecycle(name: string, backing: Backing): void {
  describe(`mortise/auth on ${name}`, () => {
    const declared: string[] = []
    const it = caseOn(backing, declared)
    const itWithPasskeys = caseOn(backing, declared, "passkeys")
    contractCases(it, backing)
    sessionCases(it, backing)
    sessionEndingCases(it, backing)
    sessionRevocationCases(it, backing)
    jwtCases(it, backing)
    jwtRevocationCases(it, backing)
    emailCases(it, backing)
    emailCodeCases(it, backing)
    oauthIdentityCases(it, backing)
    unlinkingCases(it, backing)
    passkeyCases(itWithPasskeys, backing)
    passkeyCheckCases(itWithPasskeys, backing)
    passkeyRemovalCases(itWithPasskeys, backing)
    passkeyRemovalRaceCases(itWithPasskeys, backing)
    passkeyCounterCases(itWithPasskeys, backing)

    describe("with an OpenID provider", () => {
      let identity: IdentityProvider
      beforeAll(async () => {
        identity = await startProvider()
      })
      afterAll(() => identity?.close())
      oauthCases(it, backing, () => identity)
      oauthFlowCases(it, backing, () => identity)
      linkingCases(it, backing, () => identity)
      unlinkingRaceCases(it, backing, () => identity)
    })

    test("what the store cannot promise is named", async () => {
      const { auth } = await openWorld(backing.open)
      const absent = Object.entries(auth.capabilities).filter(([, able]) => !able)
      expect(absent.map(([capability]) => capability).sort()).toEqual([...backing.lacks].sort())
    })

    test("what is said to be not promised is the name of a case", () => {
      const listed = (backing.shortfalls ?? []).flatMap(({ cases }) => (cases === "passkeys" ? [] : cases))
      expect(listed.filter((name) => !declared.includes(name))).toEqual([])
    })
  })
}
