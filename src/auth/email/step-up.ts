import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { stepUp } from "../sessions/step-up.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import type { KnownBrowsers } from "./known-browsers.ts"
import { checkLink } from "./links.ts"
import type { RefuseEmail } from "./refuse-email.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
  readonly browsers: KnownBrowsers
  readonly refuse: RefuseEmail
}

/** Uses a posted link or code to authenticate the signed-in user again. It must be for the user's proved address. */
export function createEmailStepUp(parts: Parts): EmailFunctions<User>["stepUp"] {
  const { core, sessions, tokens, codes, browsers, refuse } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return refuse(request, crossSite)
    const session = await sessions.current(request)
    if (!session) return refuse(request, "signed_out")
    const body = await readBody(request)
    const { code } = body
    const proof =
      code === undefined
        ? await checkLink(core, tokens, body)
        : await codes.check(request, await browsers.read(request), code)
    if (!proof.ok) return refuse(request, proof.reason, proof)
    // A token holds the address of the last renewal, so the stored user decides.
    const owner = await core.adapter.getUserByEmail(proof.email)
    if (owner?.id !== session.user.id || !owner.emailVerified) return refuse(request, "other_address", proof)
    const steppedUp = await stepUp(core, request, session, "email")
    return { ...steppedUp, cookies: [...steppedUp.cookies, ...proof.cookies] }
  }
}
