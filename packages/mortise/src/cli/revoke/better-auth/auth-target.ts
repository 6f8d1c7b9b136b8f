import { authPeople } from "../../better-auth/auth-people.ts"
import { describeCaches, type OpenAuth } from "../../better-auth/open-auth.ts"
import { attempt } from "../attempt.ts"
import type { NotedRun, Target } from "../target.ts"
import { listAuthAccounts } from "./auth-accounts.ts"
import { endAuthSessions } from "./auth-sessions.ts"
import { pageVerifications } from "./auth-verifications.ts"

/** Better Auth, whose sessions are ended by its own code, with its hooks and its secondary storage. */
export function authTarget(auth: OpenAuth): Target {
  const target: Target = {
    name: "Better Auth",
    linkStep: "verifications",
    people: authPeople(auth),
    async check(revocation) {
      const isHidden = revocation.kinds.includes("links") && !auth.rows.models.includes("verification")
      return { revocation, problems: isHidden ? [{ kind: "links", why: hiddenVerifications }] : [] }
    },
    listNotes: (run, now) => listNotes(auth, run, now),
    listAccounts: (userId) => listAuthAccounts(auth, userId),
    endSessions: (revocation, user, now) =>
      attempt({ kind: "sessions", user }, () => endAuthSessions(auth, revocation, user, now)),
    pageLinks: (revocation, after) => pageVerifications(auth, target, revocation, after),
  }
  return target
}

const hiddenVerifications =
  "Verifications are only in secondaryStorage, which cannot list them: links and codes work until they expire."

/** What no run ends. */
function listNotes(auth: OpenAuth, { kinds, dryRun }: NotedRun, now: Date): readonly string[] {
  const { rows, context } = auth
  const others = Object.keys(otherAccess).filter((model) => rows.models.includes(model))
  const named = others.map((model) => `${otherAccess[model]} (${model})`).join(", ")
  const ofSessions = [
    describeCaches(auth, dryRun ? undefined : now.getTime()),
    context.secondaryStorage ? listedSessions : "",
    named && `Not ended: ${named}.`,
  ]
  const hasAccountCookie = context.options.account?.storeAccountCookie === true
  return [
    ...(kinds.includes("sessions") ? ofSessions : []),
    ...(kinds.includes("tokens") && hasAccountCookie ? [accountCookie] : []),
  ].filter(Boolean)
}

const otherAccess: Readonly<Record<string, string>> = {
  apikey: "API keys",
  oauthAccessToken: "access tokens of this OAuth provider",
  oauthRefreshToken: "refresh tokens of this OAuth provider",
  deviceCode: "device codes",
}

const listedSessions =
  "In secondaryStorage, the sessions in Better Auth's list of a user were ended. What the list lacks works until it expires."

const accountCookie =
  "Provider tokens are also in visitors' cookies (account.storeAccountCookie), where they were not removed."
