import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import { createRefuse } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { stepUp } from "../sessions/step-up.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import { checkLink } from "./links.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
}

/** Uses a posted link or code to authenticate the signed-in user again. It must be for the user's proved address. */
export function createEmailStepUp({ core, sessions, tokens, codes }: Parts): EmailFunctions<User>["stepUp"] {
  const refuse = createRefuse(core, "email")
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return refuse(crossSite)
    const session = await sessions.current(request)
    if (!session) return refuse("signed_out")
    const body = await readBody(request)
    const { code } = body
    const proof = code === undefined ? await checkLink(core, tokens, body) : await codes.check(request, code)
    if (!proof.ok) return refuse(proof.reason, proof.cookies)
    // A token holds the address of the last renewal, so the stored user decides.
    const owner = await core.adapter.getUserByEmail(proof.email)
    if (owner?.id !== session.user.id || !owner.emailVerified) return refuse("other_address", proof.cookies)
    const steppedUp = await stepUp(core, request, session, "email")
    return { ...steppedUp, cookies: [...steppedUp.cookies, ...proof.cookies] }
  }
}
