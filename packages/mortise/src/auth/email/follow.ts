import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../contract/types.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import { createFirstProof } from "../sign-in-methods/first-proof.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"
import { checkSignInProof } from "./sign-in-proof.ts"

/** Uses a posted link or code, and then signs in the user of its address. */
export function createFollow(parts: EmailParts): EmailFunctions<User>["follow"] {
  const { core, sessions, failures, browsers, reportRefusal } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const body = await readFields(request)
    const browser = await browsers.read(request)
    const proof = await checkSignInProof(parts, request, browser, body)
    if (!proof.ok) return reportRefusal(request, proof.reason, proof)
    const { email, returnTo } = proof
    await failures.reset(email, browser)
    const firstProof = createFirstProof(core, sessions, request)
    const { user, isNewUser } = await resolveEmailUser(core, email, request, firstProof)
    if (isSuspended(user)) return reportRefusal(request, "suspended", proof)
    const signedIn = await sessions.trySignIn(request, user, { method: "email", isNewUser, returnTo })
    if (signedIn === null || signedIn === "too_many_sessions")
      return reportRefusal(request, signedIn ?? "unknown_user", proof)
    const remembered = core.slots ? await browsers.set(request, browser, { signedIn: email }) : []
    return { ...signedIn, cookies: [...signedIn.cookies, ...proof.cookies, ...remembered] }
  }
}
