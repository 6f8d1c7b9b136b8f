import { MortiseError } from "../../../contract/errors.ts"
import { toAnswer } from "../../../contract/guarded.ts"
import { isSuspended } from "../../../contract/is-suspended.ts"
import { isSessionToken, issueTime, listedAs, newSessionToken } from "../../../contract/session-token.ts"
import type { Session, User } from "../../../contract/types.ts"
import { longestLifeMs } from "../../config/longest-life.ts"
import type { Core } from "../../core/core.ts"
import { readErrorCode } from "../../core/errors.ts"
import { createLifetime, type Lifetime } from "../lifetime.ts"
import type { LiveSession, Strategy } from "../strategy.ts"
import { databaseRevocation } from "./database-revocation.ts"
import { createSessionViews, type SessionViews } from "./session-views.ts"

/** Sessions are rows in the store, found by the token in the cookie. */
export function databaseStrategy(core: Core): Strategy {
  const { adapter, settings, keys, now } = core
  const lifetime = createLifetime(settings.session, now)
  const views = createSessionViews(core, lifetime)
  const { extend, remove } = databaseExpiry(core, lifetime, views)
  const revocation = databaseRevocation(core, views)

  const find: Strategy["find"] = async (value) => {
    const issuedAt = issueTime(value)
    if (issuedAt === null || !isSessionToken(value)) return null
    const record = await adapter.getSessionAndUser(value)
    if (!record || !belongTogether(value, record) || isSuspended(record.user)) return null
    const expires = checkDate(record.session.expires)
    if (lifetime.isExpired(issuedAt, expires.getTime()))
      return (await remove(value, record.user, expires)) === "extended" ? find(value) : null
    if (lifetime.isExtensionDue(issuedAt, expires.getTime())) return extend(value, record.user, expires)
    return views.live(value, record.user, expires)
  }

  return {
    ...revocation,
    find,

    async create(user) {
      const issuedAt = now()
      const value = newSessionToken(issuedAt)
      const expires = new Date(lifetime.nextExpiry(issuedAt))
      await adapter.createSession({ sessionToken: value, userId: user.id, expires }).catch(async (error) => {
        // The row may have been written although the call failed.
        await adapter.deleteSession(value).catch(() => null)
        throw error
      })
      return { ...(await views.live(value, user, expires)), renewed: true }
    },

    async undo(value) {
      await adapter.deleteSession(value)
    },

    isPlausible(value) {
      const issuedAt = issueTime(value) ?? 0
      // Whatever the options were when it was issued.
      return isSessionToken(value) && Math.abs(now() - issuedAt) < longestLifeMs
    },

    withUser: async (session, user) => ({ ...session, user }),

    reference: async (value) => (isSessionToken(value) ? value : null),

    async endReferenced(value) {
      await adapter.deleteSession(value)
    },

    identify: async (value) =>
      isSessionToken(value) ? { session: await keys.mac("session handle", await listedAs(value)) } : null,

    hasHandle: async (value, handle) => isSessionToken(value) && views.hasHandle(value, handle),

    async end(value) {
      const ended = isSessionToken(value) ? await adapter.deleteSession(value) : null
      // Some adapters return nothing, although they deleted the row.
      return { everywhere: true, userId: ended?.sessionToken === value ? ended.userId : undefined }
    },
  }
}

/** Some stores ignore case when they compare, or read the two rows separately: both could return another user's row. */
const belongTogether = (value: string, { session, user }: { session: Session; user: User }): boolean =>
  session.sessionToken === value && String(session.userId) === String(user.id)

function checkDate(expires: Date): Date {
  if (expires instanceof Date && !Number.isNaN(expires.getTime())) return expires
  throw new MortiseError(
    "corrupt",
    "session.expires holds an invalid date: fix the row or the column type.",
    { model: "session" },
  )
}

type Expiry = {
  extend(token: string, user: User, expires: Date): Promise<LiveSession | null>
  remove(token: string, user: User, expires: Date): Promise<"removed" | "extended">
}

/** Extends a stored session that is in use, and removes one that has expired. */
function databaseExpiry(
  { adapter, extras, emit, now }: Core,
  lifetime: Lifetime,
  views: SessionViews,
): Expiry {
  /** A guarded write: of many concurrent requests one extends the session, and the guard refuses the others. */
  const write = async (sessionToken: string, from: Date, to: Date) => {
    if (extras.extendSession) return toAnswer(await extras.extendSession({ sessionToken, from, to }))
    // A third-party adapter may return nothing although it updated the row.
    return (await adapter.updateSession({ sessionToken, expires: to })) ?? "unknown"
  }

  return {
    async extend(token, user, expires) {
      const to = new Date(lifetime.nextExpiry(issueTime(token) ?? 0))
      try {
        const answer = await write(token, expires, to)
        if (answer === "absent") return null
        if (answer === "refused") return views.live(token, user, expires)
      } catch (error) {
        // The session is valid without the extension; the next request retries it.
        emit({ type: "operation_failed", operation: "extendSession", code: readErrorCode(error) })
        return views.live(token, user, expires)
      }
      const session = await views.live(token, user, to)
      emit({ type: "session_extended", userId: user.id, session: session.info.handle, expires: to })
      return { ...session, renewed: true }
    },

    /**
     * For stores whose clock is late, or that return expired sessions. A guarded write sets the expiry to now first, so
     * that a session which another process has just extended is not deleted.
     */
    async remove(token, user, expires) {
      try {
        if (extras.extendSession && !lifetime.isPastAbsoluteEnd(issueTime(token) ?? 0)) {
          const outcome = await extras.extendSession({
            sessionToken: token,
            from: expires,
            to: new Date(now()),
          })
          if (!outcome.ok && outcome.reason === "refused") return "extended"
        }
        const removed = await adapter.deleteSession(token)
        // A Mortise adapter returns the deleted row: of many concurrent requests, one emits the event.
        if (extras.extendSession && !removed) return "removed"
      } catch (error) {
        // The session has expired whether or not its row is deleted.
        emit({ type: "operation_failed", operation: "deleteSession", code: readErrorCode(error) })
      }
      const { handle } = await views.info(token, expires)
      emit({ type: "session_expired", userId: user.id, session: handle })
      return "removed"
    },
  }
}
