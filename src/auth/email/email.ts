import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { createTokens } from "./email-tokens.ts"
import { following, peeking } from "./follow-link.ts"
import { requesting } from "./request-email.ts"

/** Sign-in by email: whoever can read the mail is the person. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const tokens = createTokens(core)
  const parts = { core, sessions, tokens, codes: createCodes(core, tokens) }
  return { request: requesting(parts), peek: peeking(core), follow: following(parts) }
}
