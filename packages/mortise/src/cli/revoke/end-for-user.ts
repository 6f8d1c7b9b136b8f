import { endStoredSessions, endTokens } from "../../auth/sessions/end-sessions.ts"
import { issueTime } from "../../contract/session-token.ts"
import { MortiseError, type User } from "../../index.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { describeError } from "../terminal/describe-error.ts"
import { available, readTokens } from "../users/person.ts"
import {
  endAccountTokens,
  type FoundAccount,
  findAccounts,
  hasTokens,
  tokenCounts,
} from "./end-account-tokens.ts"
import { joinOutcomes, nothing, type Outcome, type Problem, type Revocation } from "./revocation.ts"

/** Ends what belongs to a user, if the rule names the user. The links first: one of them could start a session. */
export function endForUser(
  store: OpenStore,
  revocation: Revocation,
  user: User,
  now: () => number,
): Promise<Outcome> {
  const { rule, kinds } = revocation
  const { id, email } = user
  return attempt({ kind: "user", user: id }, async () => {
    const accounts = rule.by === "provider" ? await accountsAt(store, id, rule.provider) : undefined
    if (accounts?.length === 0) return nothing
    const outcomes: Outcome[] = [{ counts: { users: 1 }, problems: [] }]
    // By the other rules, all links are walked through.
    if (kinds.includes("links") && email !== null && (rule.by === "provider" || rule.by === "users"))
      outcomes.push(await endLinks(store, revocation, email, id))
    if (kinds.includes("tokens"))
      outcomes.push(
        await attempt({ kind: "tokens", user: id }, async () =>
          endAllTokens(store, revocation, accounts ?? (await findAccounts(store, id))),
        ),
      )
    if (kinds.includes("sessions"))
      outcomes.push(
        await endTokenSessions(store, revocation, id, now),
        await attempt({ kind: "sessions", user: id }, () => endUserSessions(store, revocation, id)),
      )
    return { ...joinOutcomes(outcomes), user: id }
  })
}

/** Ends the links to an address. */
export const endLinks = (
  store: OpenStore,
  { isDryRun }: Revocation,
  address: string,
  user?: string,
): Promise<Outcome> =>
  attempt({ kind: "links", ...(user !== undefined && { user }) }, async () => {
    const links = isDryRun
      ? (await readTokens(store, address)).length
      : await available(store, "dropTokens")(address)
    return { counts: { links }, problems: [] }
  })

const accountsAt = async (store: OpenStore, userId: string, provider: string): Promise<FoundAccount[]> =>
  (await findAccounts(store, userId)).filter(({ account }) => account.provider === provider)

async function endAllTokens(
  store: OpenStore,
  { isDryRun }: Revocation,
  accounts: readonly FoundAccount[],
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const foundAccount of accounts.filter(({ account }) => hasTokens(account))) {
    const { account } = foundAccount
    const { userId: user, provider } = account
    outcomes.push(
      isDryRun
        ? { counts: tokenCounts(account), problems: [] }
        : await attempt({ kind: "tokens", user, provider }, () => endAccountTokens(store, foundAccount)),
    )
  }
  return joinOutcomes(outcomes)
}

/** Ends the sessions that are tokens of `mortise/auth`: all of a user, so not with a time. */
const endTokenSessions = (
  { slots }: OpenStore,
  { before, withoutTokenSessions, isDryRun }: Revocation,
  userId: string,
  now: () => number,
): Promise<Outcome> =>
  attempt({ kind: "sessions", user: userId }, async () => {
    if (before || withoutTokenSessions) return nothing
    if (!isDryRun) await endTokens(slots, now, userId)
    return { counts: { usersOfTokenSessions: 1 }, problems: [] }
  })

async function endUserSessions(
  store: OpenStore,
  { before, isDryRun }: Revocation,
  userId: string,
): Promise<Outcome> {
  // The tokens are read in a dry run too, because the key for mortise/http may not show them.
  const sessions = (await available(store, "listSessions")(userId)).map((session) => ({
    session,
    issued: issueTime(session.sessionToken),
  }))
  const chosen = sessions.filter(({ issued }) => !before || (issued !== null && issued < before.getTime()))
  const count = before ? sessions.filter(({ issued }) => issued === null).length : 0
  const rows = chosen.map(({ session }) => session)
  const ended = isDryRun ? rows.length : await endStoredSessions(store.adapter, rows)
  const why = "The token of the session does not carry the time of its creation."
  return {
    counts: {
      sessions: ended,
      undecidableSessions: count,
      newerSessions: sessions.length - chosen.length - count,
    },
    problems: count === 0 ? [] : [{ kind: "sessions", user: userId, count, why }],
  }
}

// After these, the next call would most likely fail too: the run stops, and a second one continues it. The key for
// mortise/http may not show a field.
const outages: readonly string[] = [
  "unavailable",
  "not_migrated",
  "transient",
  "indeterminate",
  "readonly",
  "missing_operation",
]

const isOutage = (error: unknown): boolean => !(error instanceof MortiseError) || outages.includes(error.code)

/** Ends something. An error that concerns only this row becomes a problem; an outage of the store is thrown. */
async function attempt(about: Omit<Problem, "why">, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (isOutage(error)) throw error
    return { counts: {}, problems: [{ ...about, why: `${await describeError(error)}.` }] }
  }
}
