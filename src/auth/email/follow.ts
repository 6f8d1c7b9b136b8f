import type { User } from "../../contract/types.ts"
import { createFirstProof } from "../accounts/first-proof.ts"
import type { Core } from "../core.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import { createRefuse } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { isSuspended } from "../users/suspension.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import { checkLink } from "./links.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
}

/** Uses a posted link or code, and then signs in the user of its address. */
export function createFollow({ core, sessions, tokens, codes }: Parts): EmailFunctions<User>["follow"] {
  const refuse = createRefuse(core, "email")
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return refuse(crossSite)
    const body = await readBody(request)
    const { code } = body
    const proof = code === undefined ? await checkLink(core, tokens, body) : await codes.check(request, code)
    if (!proof.ok) return refuse(proof.reason, proof.cookies)
    const { email, returnTo, cookies } = proof
    const { user, isNewUser } = await resolveEmailUser(core, email, createFirstProof(core, sessions, request))
    if (isSuspended(user)) return refuse("suspended", cookies)
    const signedIn = await sessions.signIn(request, user, { method: "email", isNewUser, returnTo })
    return { ...signedIn, cookies: [...signedIn.cookies, ...cookies] }
  }
}
