import type { User } from "../../contract/types.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { checkLink } from "./links.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"

/** Uses a posted link or code, and then signs in the user of its address. */
export function createFollow(parts: EmailParts): EmailFunctions<User>["follow"] {
  const { core, sessions, tokens, codes, failures, browsers, refuse } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return refuse(request, crossSite)
    const body = await readBody(request)
    const { code } = body
    const browser = await browsers.read(request)
    const isBound = core.settings.email?.sameBrowser === true
    // Before the link is used: it stays valid in the browser that requested it.
    if (isBound && code === undefined && !(await browsers.isMarked(browser, body["token"], body["browser"])))
      return refuse(request, "other_browser")
    const proof =
      code === undefined
        ? await checkLink(core, tokens, body, { purpose: "email link", owner: isBound ? browser.id : "" })
        : await codes.check(request, browser, code)
    if (!proof.ok) return refuse(request, proof.reason, proof)
    const { email, returnTo } = proof
    await failures.reset(email, browser)
    const { user, isNewUser } = await resolveEmailUser(core, email, request)
    const signedIn = await sessions.trySignIn(request, user, { method: "email", isNewUser, returnTo })
    if (signedIn === null || signedIn === "too_many_sessions")
      return refuse(request, signedIn ?? "unknown_user", proof)
    const remembered = core.slots ? await browsers.set(request, browser, email) : []
    return { ...signedIn, cookies: [...signedIn.cookies, ...proof.cookies, ...remembered] }
  }
}
