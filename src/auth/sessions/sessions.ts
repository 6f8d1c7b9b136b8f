import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { misdirected } from "../http/cross-site-check.ts"
import type { SetCookies } from "../results.ts"
import { databaseSessions } from "./database-strategy.ts"
import { jwtSessions } from "./jwt-strategy.ts"
import { createEndings } from "./pending-sign-outs.ts"
import { currentOf, type SessionParts, sessionCookie, setSession } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"
import { type Entering, entering } from "./sign-in.ts"
import type { LiveSession } from "./strategy.ts"

/** The functions of a user, and what other flows need of sessions. */
export type Sessions = Entering & {
  /** What is given to the user of the library. */
  readonly functions: SessionFunctions<User, User>
  /** The session of a request; `null` when there is none. */
  current(request: HasHeaders): Promise<LiveSession | null>
  /** Ends all sessions of a user but this one, and this one too if it has ended meanwhile. */
  endOthers(request: HasHeaders, session: LiveSession): Promise<SetCookies>
}

export function createSessions(core: Core): Sessions {
  const strategy = core.settings.session.strategy === "jwt" ? jwtSessions(core) : databaseSessions(core)
  const parts = { ...core, strategy, endings: createEndings(core, strategy) }
  const { endOthers, ...ending } = revoking(parts)
  const entrance = entering(parts)
  return {
    ...entrance,
    current: (request) => currentOf(parts, request),
    endOthers,
    functions: { ...visiting(parts, entrance), ...leaving(parts), ...ending },
  }
}

type Functions = Sessions["functions"]

function visiting(parts: SessionParts, { beginBy }: Entering): Pick<Functions, "read" | "create"> {
  const { adapter, cookies, endings } = parts
  return {
    /** Throws when the store cannot be asked: whoever was signed in still is, and the cookies stay. */
    async read(request) {
      const session = await currentOf(parts, request)
      const late = (await endings.retry(request)).cookies
      if (session) {
        const renewed = session.renewed ? setSession(parts, request, session) : []
        return { user: session.user, session: session.info, cookies: [...renewed, ...late] }
      }
      const stale =
        cookies.read(request, sessionCookie) === undefined ? [] : cookies.clear(request, sessionCookie)
      return { user: null, session: null, cookies: [...stale, ...late] }
    },

    async create(request, userId) {
      const user = await adapter.getUser(userId)
      const how = { method: "custom", isNewUser: false } as const
      const signedIn = user && (await beginBy(request, user, how))
      return signedIn ?? { ok: false, reason: "unknown_user", cookies: [] }
    },
  }
}

/** Never reports a session as ended that may still be there: what failed is `pending`, and tried again. */
function leaving({ settings, cookies, strategy, endings, emit }: SessionParts): Pick<Functions, "signOut"> {
  return {
    async signOut(request) {
      const reason = misdirected(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const value = cookies.read(request, sessionCookie)
      const cleared = value === undefined ? [] : cookies.clear(request, sessionCookie)
      try {
        const everywhere = value === undefined || (await strategy.end(value))
        const earlier = await endings.retry(request)
        emit({ type: "signed_out", pending: !earlier.done })
        if (!earlier.done) return { ok: false, reason: "pending", cookies: cleared }
        return { ok: true, everywhere, cookies: [...cleared, ...earlier.cookies] }
      } catch {
        emit({ type: "signed_out", pending: true })
        const noted = value === undefined ? [] : await endings.note(request, value)
        return { ok: false, reason: "pending", cookies: [...cleared, ...noted] }
      }
    },
  }
}

type Revoking = Pick<Functions, "list" | "revoke" | "revokeOthers" | "revokeAll"> &
  Pick<Sessions, "endOthers">

function revoking(parts: SessionParts): Revoking {
  const { settings, strategy, emit } = parts

  const keepOnly = async (request: HasHeaders, session: LiveSession): Promise<SetCookies | null> => {
    const kept = await strategy.revokeOthers(session)
    emit({ type: "session_revoked", userId: session.user.id })
    return kept?.renewed ? setSession(parts, request, kept) : kept && []
  }

  const revokeAll = async (userId: string): Promise<void> => {
    await strategy.revokeAll(userId)
    emit({ type: "session_revoked", userId })
  }

  return {
    list: strategy.list,
    revokeAll,

    async revoke(userId, handle) {
      const revoked = await strategy.revoke(userId, handle)
      if (revoked) emit({ type: "session_revoked", userId, session: handle })
      return revoked
    },

    async revokeOthers(request) {
      const reason = misdirected(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const session = await currentOf(parts, request)
      const kept = session && (await keepOnly(request, session))
      return kept ? { ok: true, cookies: kept } : { ok: false, reason: "signed_out", cookies: [] }
    },

    async endOthers(request, { value, user }) {
      const session = await strategy.find(value)
      if (session) return (await keepOnly(request, session)) ?? []
      await revokeAll(user.id)
      return []
    },
  }
}
