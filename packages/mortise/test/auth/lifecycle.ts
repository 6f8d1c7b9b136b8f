import { describe, expect, test } from "vitest"
import { openForTests } from "../support/open-for-tests.ts"
import { confirmationCases } from "./cases/accounts/confirmations.ts"
import { firstProofCases } from "./cases/accounts/first-proof.ts"
import { unlinkingCases } from "./cases/accounts/unlinking.ts"
import { unlinkingRaceCases } from "./cases/accounts/unlinking-races.ts"
import { caseOn } from "./cases/case.ts"
import { addressChangeRaceCases } from "./cases/email/address-change-races.ts"
import { addressChangeCases } from "./cases/email/address-changes.ts"
import { codeBurstCases } from "./cases/email/code-bursts.ts"
import { codeGuessingCases } from "./cases/email/code-guessing.ts"
import { emailCodeCases } from "./cases/email/email-codes.ts"
import { emailLinkCases } from "./cases/email/email-links.ts"
import { emailRequestCases } from "./cases/email/email-requests.ts"
import { emailSignInCases } from "./cases/email/email-sign-in.ts"
import { emailVerifiedCases } from "./cases/email/email-verified.ts"
import { linkStateCases } from "./cases/email/link-states.ts"
import { longCodeCases } from "./cases/email/long-codes.ts"
import { mailBurstCases } from "./cases/email/mail-bursts.ts"
import { mailLimitCases } from "./cases/email/mail-limits.ts"
import { mailOverallCases } from "./cases/email/mail-overall.ts"
import { mailReserveCases } from "./cases/email/mail-reserves.ts"
import { mailSourceCases } from "./cases/email/mail-sources.ts"
import { reserveCodeCases } from "./cases/email/reserve-codes.ts"
import { sameBrowserCases } from "./cases/email/same-browser.ts"
import { interruptedSignUpCases } from "./cases/oauth/interrupted-sign-ups.ts"
import { linkingCases } from "./cases/oauth/linking.ts"
import { oauthAddressCases } from "./cases/oauth/oauth-addresses.ts"
import { oauthFlowCases } from "./cases/oauth/oauth-flow.ts"
import { oauthIdentityCases } from "./cases/oauth/oauth-identities.ts"
import { oauthOutcomeCases } from "./cases/oauth/oauth-outcomes.ts"
import { oauthSignInCases } from "./cases/oauth/oauth-sign-in.ts"
import { unfinishedSignUpCases } from "./cases/oauth/unfinished-sign-ups.ts"
import { passkeyChallengeCases } from "./cases/passkeys/passkey-challenges.ts"
import { passkeyCheckCases } from "./cases/passkeys/passkey-checks.ts"
import { passkeyConfirmationCases } from "./cases/passkeys/passkey-confirmations.ts"
import { passkeyCounterCases } from "./cases/passkeys/passkey-counters.ts"
import { passkeyHandleCases } from "./cases/passkeys/passkey-handles.ts"
import { passkeyOwnerCases } from "./cases/passkeys/passkey-owners.ts"
import { passkeyRegistrationCases } from "./cases/passkeys/passkey-registration.ts"
import { passkeyRemovalCases } from "./cases/passkeys/passkey-removal.ts"
import { passkeyRemovalRaceCases } from "./cases/passkeys/passkey-removal-races.ts"
import { auditEventCases } from "./cases/sessions/audit-events.ts"
import { foreignCookieCases } from "./cases/sessions/foreign-cookies.ts"
import { jwtExpiryCases } from "./cases/sessions/jwt-expiry.ts"
import { jwtRevocationCases } from "./cases/sessions/jwt-revocation.ts"
import { jwtRevocationLifetimeCases } from "./cases/sessions/jwt-revocation-lifetime.ts"
import { jwtSizeCases } from "./cases/sessions/jwt-sizes.ts"
import { jwtTokenCases } from "./cases/sessions/jwt-tokens.ts"
import { sessionEndCases } from "./cases/sessions/session-ends.ts"
import { sessionExpiryCases } from "./cases/sessions/session-expiry.ts"
import { sessionLimitCases } from "./cases/sessions/session-limit.ts"
import { sessionRaceCases } from "./cases/sessions/session-races.ts"
import { sessionRevocationCases } from "./cases/sessions/session-revocation.ts"
import { sessionTokenCases } from "./cases/sessions/session-tokens.ts"
import { sessionUserCases } from "./cases/sessions/session-users.ts"
import { signOutCases } from "./cases/sessions/sign-out.ts"
import { stepUpCases } from "./cases/sessions/step-up.ts"
import { sweepCases } from "./cases/sessions/sweeps.ts"
import type { Backing } from "./support/backends.ts"
import { startProvider } from "./support/oauth-app.ts"
import { openWorld } from "./support/world.ts"

const cases = [
  sameBrowserCases,
  addressChangeCases,
  addressChangeRaceCases,
  auditEventCases,
  codeBurstCases,
  codeGuessingCases,
  longCodeCases,
  mailBurstCases,
  mailLimitCases,
  mailOverallCases,
  mailReserveCases,
  reserveCodeCases,
  mailSourceCases,
  foreignCookieCases,
  jwtExpiryCases,
  jwtRevocationCases,
  jwtRevocationLifetimeCases,
  jwtSizeCases,
  jwtTokenCases,
  sessionEndCases,
  sessionExpiryCases,
  sessionLimitCases,
  sessionRaceCases,
  sessionRevocationCases,
  sessionTokenCases,
  sessionUserCases,
  signOutCases,
  sweepCases,
  emailCodeCases,
  emailLinkCases,
  emailRequestCases,
  emailSignInCases,
  emailVerifiedCases,
  linkStateCases,
  oauthIdentityCases,
  unlinkingCases,
]
const passkeyCases = [
  stepUpCases,
  passkeyConfirmationCases,
  passkeyChallengeCases,
  passkeyCheckCases,
  passkeyCounterCases,
  passkeyHandleCases,
  passkeyOwnerCases,
  passkeyRegistrationCases,
  passkeyRemovalCases,
  passkeyRemovalRaceCases,
]
const oauthCases = [
  oauthSignInCases,
  oauthAddressCases,
  oauthFlowCases,
  oauthOutcomeCases,
  interruptedSignUpCases,
  unfinishedSignUpCases,
  linkingCases,
  unlinkingRaceCases,
  firstProofCases,
  confirmationCases,
]

/** What the store decides: concurrent calls, interrupted calls, counts, and which keys are the same. */
const decidedByStore: ReadonlySet<unknown> = new Set([
  addressChangeRaceCases,
  codeBurstCases,
  mailBurstCases,
  mailLimitCases,
  mailReserveCases,
  jwtRevocationCases,
  sessionExpiryCases,
  sessionLimitCases,
  sessionRaceCases,
  sessionRevocationCases,
  sweepCases,
  emailCodeCases,
  emailLinkCases,
  emailSignInCases,
  emailVerifiedCases,
  linkStateCases,
  oauthIdentityCases,
  unlinkingCases,
  passkeyChallengeCases,
  passkeyCounterCases,
  passkeyRemovalCases,
  passkeyRemovalRaceCases,
  oauthSignInCases,
  interruptedSignUpCases,
  linkingCases,
  unlinkingRaceCases,
  firstProofCases,
  confirmationCases,
])

/** Which cases run: all, or those that the store decides. */
export type Scope = "all" | "store"

/** Declares every case that the store supports, and a test for each capability that it lacks. */
export function describeLifecycle(name: string, backing: Backing, scope: Scope = "all"): void {
  const choose = <T>(list: readonly T[]) =>
    list.filter((declare) => scope === "all" || decidedByStore.has(declare))

  describe(`mortise/auth on ${name}`, () => {
    const declared: string[] = []
    const it = caseOn(backing, declared)
    const itWithPasskeys = caseOn(backing, declared, "passkeys")
    for (const declare of choose(cases)) declare(it, backing)
    for (const declare of choose(passkeyCases)) declare(itWithPasskeys, backing)

    describe("with an OpenID provider", () => {
      const identity = openForTests(startProvider)
      for (const declare of choose(oauthCases)) declare(it, backing, () => identity)
    })

    test("auth.capabilities lists what the store lacks", async () => {
      const { auth } = await openWorld(backing.open)
      const absent = Object.entries(auth.capabilities).filter(([, able]) => !able)
      expect(absent.map(([capability]) => capability).sort()).toEqual([...backing.lacks].sort())
    })

    test("every listed shortfall is the name of a case", () => {
      const listed = (backing.shortfalls ?? []).flatMap(({ cases }) => (cases === "passkeys" ? [] : cases))
      expect(listed.filter((name) => !declared.includes(name))).toEqual([])
    })
  })
}
