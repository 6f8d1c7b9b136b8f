import type { Core } from "../core/core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import type { CodeFailures } from "./codes/code-failures.ts"
import type { EmailCodes } from "./codes/codes.ts"
import type { EmailTokens } from "./email-tokens.ts"
import type { KnownBrowsers } from "./known-browsers.ts"
import type { MailLimit } from "./mail-limit.ts"
import type { ReportRefusal } from "./report-refusal.ts"

/** What every email function needs. */
export type EmailParts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
  /** The codes that confirm a change of address. */
  readonly changeCodes: EmailCodes
  readonly failures: CodeFailures
  readonly browsers: KnownBrowsers
  readonly limit: MailLimit
  readonly reportRefusal: ReportRefusal
}
