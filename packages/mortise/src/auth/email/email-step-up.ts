import type { User } from "../../contract/types.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import { stepUp } from "../sessions/step-up.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { checkSignInProof } from "./sign-in-proof.ts"

/** Uses a posted link or code to authenticate the signed-in user again. It must be for the user's proved address. */
export function createEmailStepUp(parts: EmailParts): EmailFunctions<User>["stepUp"] {
  const { core, sessions, failures, browsers, reportRefusal } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const session = await sessions.current(request)
    if (!session) return reportRefusal(request, "signed_out")
    const body = await readFields(request)
    const browser = await browsers.read(request)
    const proof = await checkSignInProof(parts, request, browser, body)
    if (!proof.ok) return reportRefusal(request, proof.reason, proof)
    await failures.reset(proof.email, browser)
    // A token holds the address of the last renewal, so the stored user decides.
    const owner = await core.adapter.getUserByEmail(proof.email)
    if (owner?.id !== session.user.id || !owner.emailVerified)
      return reportRefusal(request, "other_address", proof)
    const steppedUp = await stepUp(core, request, session, "email")
    return { ...steppedUp, cookies: [...steppedUp.cookies, ...proof.cookies] }
  }
}
