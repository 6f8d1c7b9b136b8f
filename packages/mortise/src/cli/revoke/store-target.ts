import { endStoredSessions, endTokens } from "../../auth/sessions/end-sessions.ts"
import { issueTime } from "../../contract/session-token.ts"
import type { Key, Page, VerificationToken } from "../../index.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { withoutRecord } from "../users/end-sessions.ts"
import { available, readTokens } from "../users/person.ts"
import { storePeople } from "../users/store-people.ts"
import { attempt } from "./attempt.ts"
import { checkStore } from "./check-store.ts"
import { endAccountTokens, findAccounts, hasTokens, tokenCounts } from "./end-account-tokens.ts"
import { readDomain } from "./read-domain.ts"
import { joinOutcomes, nothing, type Outcome, type Revocation } from "./revocation.ts"
import type { LinkPage, Target } from "./target.ts"

/** The store of an adapter. */
export const storeTarget = (store: OpenStore): Target => ({
  name: store.manifest.store,
  linkStep: "links",
  check: (revocation) => checkStore(store, revocation),
  listNotes: ({ kinds, before }) => [
    kinds.includes("sessions") && before === null && tokenSessions,
    kinds.includes("sessions") && before !== null && tokenSessionsStay,
  ],
  people: storePeople(store),
  listAccounts: async (userId) =>
    (await findAccounts(store, userId)).map((foundAccount) => ({
      provider: foundAccount.account.provider,
      tokens: hasTokens(foundAccount.account) ? tokenCounts(foundAccount.account) : undefined,
      endTokens: () => endAccountTokens(store, foundAccount),
    })),
  endSessions: async (revocation, userId, now) =>
    joinOutcomes([
      await endTokenSessions(store, revocation, userId, now),
      await attempt({ kind: "sessions", user: userId }, () => endUserSessions(store, revocation, userId)),
    ]),
  pageLinks: (revocation, after) => pageLinks(store, revocation, after),
  endLinks: (revocation, address, userId) => endLinks(store, revocation, address, userId),
})

const tokenSessions = `How many sessions that are tokens a user has is unknown. ${withoutRecord}`

const tokenSessionsStay =
  "Sessions that are tokens are undecidable and were not ended: they are not stored, and only all of a user can be ended."

// Sorts after all tokens but those that start with it.
const afterTokens = "~"

/** The links of one page. The position names an address and no token, so links of this address can come again. */
async function pageLinks(store: OpenStore, revocation: Revocation, after: string | null): Promise<LinkPage> {
  let from: Key | null = after === null ? null : { identifier: after, token: afterTokens }
  let rows: VerificationToken[] = []
  do {
    const page: Page<VerificationToken> = await store.upkeep.page(
      "verificationToken",
      from ? { after: from } : {},
    )
    rows = page.rows.filter(({ identifier }) => identifier !== after)
    from = page.next
  } while (rows.length === 0 && from)
  const addresses = [...new Set(rows.map(({ identifier }) => identifier))]
  const { rule, isDryRun } = revocation
  // The links to the last address may continue on the next page.
  const isCounted = (address: string) => isDryRun && (!from || address !== addresses.at(-1))
  const end = async (address: string): Promise<Outcome> => {
    if (rule.by === "domain" && readDomain(address) !== rule.domain) return nothing
    if (!isCounted(address)) return endLinks(store, revocation, address)
    return {
      counts: { links: rows.filter(({ identifier }) => identifier === address).length },
      problems: [],
    }
  }
  return {
    entries: addresses.map((address) => ({ key: address, end: () => end(address) })),
    hasMore: from !== null,
  }
}

/** Ends the links to an address. */
const endLinks = (
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
