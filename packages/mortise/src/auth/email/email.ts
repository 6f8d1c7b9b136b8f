import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createCodeFailures } from "./codes/code-failures.ts"
import { createEmailCodes } from "./codes/codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { createEmailStepUp } from "./email-step-up.ts"
import { createEmailTokens } from "./email-tokens.ts"
import { createFollow } from "./follow.ts"
import { createFollowChange } from "./follow-change.ts"
import { createKnownBrowsers } from "./known-browsers.ts"
import { createPeek } from "./links.ts"
import { createMailLimit } from "./mail-limit.ts"
import { createReportRefusal } from "./report-refusal.ts"
import { createRequestChange } from "./request-change.ts"
import { createRequestEmail } from "./request-email.ts"

/** Sign-in by email: reading a mail proves that the user owns its address. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const tokens = createEmailTokens(core)
  const browsers = createKnownBrowsers(core)
  const failures = createCodeFailures(core, browsers)
  const codes = { core, tokens, failures }
  const parts: EmailParts = {
    core,
    sessions,
    tokens,
    codes: createEmailCodes({ ...codes, cookie: "code", purpose: "email code" }),
    changeCodes: createEmailCodes({ ...codes, cookie: "change-code", purpose: "email change code" }),
    failures,
    browsers,
    limit: createMailLimit(core, browsers),
    reportRefusal: createReportRefusal(core, sessions),
  }
  return {
    request: createRequestEmail(parts),
    peek: createPeek(core),
    follow: createFollow(parts),
    requestChange: createRequestChange(parts),
    followChange: createFollowChange(parts),
    stepUp: createEmailStepUp(parts),
  }
}
