import { type BetterAuthCase, listCases } from "../case.ts"
import { apiKeys } from "./api-keys.ts"
import { deletedUsers } from "./deleted-users.ts"
import { emailCodes } from "./email-codes.ts"
import { invitations } from "./invitations.ts"
import { logs } from "./logs.ts"
import { magicLinks } from "./magic-links.ts"
import { oauth } from "./oauth.ts"
import { passwordResets } from "./password-resets.ts"
import { rateLimits } from "./rate-limits.ts"
import { sessions, storedSessions } from "./sessions.ts"
import { signUps } from "./sign-ups.ts"
import { verificationValues } from "./verification-values.ts"

/** What visitors of a site see that uses the adapter or the storage under test through Better Auth. */
export const flows: readonly BetterAuthCase[] = listCases(
  {},
  [
    magicLinks,
    emailCodes,
    oauth,
    signUps,
    passwordResets,
    sessions,
    deletedUsers,
    invitations,
    rateLimits,
    apiKeys,
    verificationValues,
    logs,
    storedSessions,
  ].flat(),
)
