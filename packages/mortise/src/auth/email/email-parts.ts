import type { Core } from "../core/core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createCodeFailures } from "./codes/code-failures.ts"
import { createEmailCodes } from "./codes/codes.ts"
import { createEmailTokens } from "./email-tokens.ts"
import { createKnownBrowsers } from "./known-browsers.ts"
import { createMailLimit } from "./mail-limit.ts"
import { createReportRefusal } from "./report-refusal.ts"

/** What every email function needs. */
export type EmailParts = Readonly<ReturnType<typeof createEmailParts>>

export function createEmailParts(core: Core, sessions: Sessions) {
  const tokens = createEmailTokens(core)
  const browsers = createKnownBrowsers(core)
  const failures = createCodeFailures(core, browsers)
  const codes = { core, tokens, failures }
  return {
    core,
    sessions,
    tokens,
    codes: createEmailCodes({ ...codes, cookie: "code", purpose: "email code" }),
    /** The codes that confirm a change of address. */
    changeCodes: createEmailCodes({ ...codes, cookie: "change-code", purpose: "email change code" }),
    failures,
    browsers,
    limit: createMailLimit(core, browsers),
    reportRefusal: createReportRefusal(core, sessions),
  }
}
