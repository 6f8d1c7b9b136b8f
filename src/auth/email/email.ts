import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createCodeFailures } from "./code-failures.ts"
import { createEmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { createEmailTokens } from "./email-tokens.ts"
import { createFollow } from "./follow.ts"
import { createKnownBrowsers } from "./known-browsers.ts"
import { createPeek } from "./links.ts"
import { createMailLimit } from "./mail-limit.ts"
import { createRefuseEmail } from "./refuse-email.ts"
import { createRequestEmail } from "./request-email.ts"
import { createEmailStepUp } from "./step-up.ts"

/** Sign-in by email: reading a mail proves that the user owns its address. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const tokens = createEmailTokens(core)
  const browsers = createKnownBrowsers(core)
  const failures = createCodeFailures(core, browsers)
  const codes = createEmailCodes(core, tokens, failures)
  const isAboveLimit = createMailLimit(core, browsers)
  const refuse = createRefuseEmail(core, sessions)
  const parts = { core, sessions, tokens, codes, failures, browsers, isAboveLimit, refuse }
  return {
    request: createRequestEmail(parts),
    peek: createPeek(core),
    follow: createFollow(parts),
    stepUp: createEmailStepUp(parts),
  }
}
