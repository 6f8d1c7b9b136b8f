import type { User } from "../../contract/types.ts"
import { createFirstProof } from "../accounts/first-proof.ts"
import type { Core } from "../core.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { isSuspended } from "../users/suspension.ts"
import type { CodeFailures } from "./code-failures.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import type { KnownBrowsers } from "./known-browsers.ts"
import { checkLink } from "./links.ts"
import type { RefuseEmail } from "./refuse-email.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
  readonly failures: CodeFailures
  readonly browsers: KnownBrowsers
  readonly refuse: RefuseEmail
}

/** Uses a posted link or code, and then signs in the user of its address. */
export function createFollow(parts: Parts): EmailFunctions<User>["follow"] {
  const { core, sessions, tokens, codes, failures, browsers, refuse } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return refuse(request, crossSite)
    const body = await readBody(request)
    const { code } = body
    const browser = await browsers.read(request)
    const proof =
      code === undefined ? await checkLink(core, tokens, body) : await codes.check(request, browser, code)
    if (!proof.ok) return refuse(request, proof.reason, proof)
    const { email, returnTo } = proof
    await failures.reset(email, browser)
    const firstProof = createFirstProof(core, sessions, request)
    const { user, isNewUser } = await resolveEmailUser(core, email, request, firstProof)
    if (isSuspended(user)) return refuse(request, "suspended", proof)
    const signedIn = await sessions.trySignIn(request, user, { method: "email", isNewUser, returnTo })
    if (signedIn === null || signedIn === "too_many_sessions")
      return refuse(request, signedIn ?? "unknown_user", proof)
    const remembered = core.slots ? await browsers.set(request, browser, email) : []
    return { ...signedIn, cookies: [...signedIn.cookies, ...proof.cookies, ...remembered] }
  }
}
