import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createEmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { createEmailTokens } from "./email-tokens.ts"
import { createFollow } from "./follow.ts"
import { createPeek } from "./links.ts"
import { createRequestEmail } from "./request-email.ts"
import { createEmailStepUp } from "./step-up.ts"

/** Sign-in by email: reading a mail proves that the user owns its address. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const tokens = createEmailTokens(core)
  const parts = { core, sessions, tokens, codes: createEmailCodes(core, tokens) }
  return {
    request: createRequestEmail(parts),
    peek: createPeek(core),
    follow: createFollow(parts),
    stepUp: createEmailStepUp(parts),
  }
}
