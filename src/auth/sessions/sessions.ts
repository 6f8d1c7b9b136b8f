import type { User } from "../../contract/types.ts"
import type { HasHeaders } from "../cookies.ts"
import type { Core } from "../core.ts"
import type { SignInMethod } from "../events.ts"
import { misdirected } from "../requests.ts"
import type { SetCookies, SignedIn } from "../results.ts"
import { databaseSessions } from "./database.ts"
import { createEndings, type Endings } from "./endings.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionFunctions } from "./session-functions.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

type How = {
  readonly method: SignInMethod
  readonly provider?: string
  readonly isNewUser: boolean
  readonly returnTo?: string
}

/** The functions of a user, and what other flows need of sessions. */
export type Sessions = SessionFunctions<User, User> & {
  /** Starts a session for somebody whose identity is proved. */
  begin(request: HasHeaders, user: User, how: How): Promise<SignedIn<User>>
  /** The same by a way in that can be taken away; `null` when it was gone by the time the session was there. */
  beginBy(
    isThere: () => Promise<boolean>,
    request: HasHeaders,
    user: User,
    how: How,
  ): Promise<SignedIn<User> | null>
  /** The session of a request; `null` when there is none. */
  current(request: HasHeaders): Promise<LiveSession | null>
}

type Parts = Core & { readonly strategy: Strategy; readonly endings: Endings }

const cookie = "session"

export function createSessions(core: Core): Sessions {
  const strategy = core.settings.session.strategy === "jwt" ? jwtSessions(core) : databaseSessions(core)
  const parts = { ...core, strategy, endings: createEndings(core, strategy) }
  return { ...entering(parts), ...leaving(parts), ...revoking(parts) }
}

const setCookie = ({ cookies, now }: Parts, request: HasHeaders, { value, info }: LiveSession): SetCookies =>
  cookies.set(request, cookie, value, Math.ceil((info.expires.getTime() - now()) / 1000))

const currentOf = async ({ cookies, strategy }: Parts, request: HasHeaders): Promise<LiveSession | null> => {
  const value = cookies.read(request, cookie)
  return value === undefined ? null : strategy.find(value)
}

function entering(parts: Parts): Pick<Sessions, "begin" | "beginBy" | "current" | "read" | "create"> {
  const { adapter, cookies, strategy, endings, emit } = parts

  /** The session that the browser had before ends before the new cookie is set. */
  const enter = async (request: HasHeaders, user: User, how: How, session: LiveSession) => {
    const { method, provider, isNewUser, returnTo = "/" } = how
    const before = cookies.read(request, cookie)
    if (before !== undefined) await strategy.end(before)
    const { handle } = session.info
    emit({ type: "signed_in", userId: user.id, method, provider, isNewUser, session: handle })
    const set = setCookie(parts, request, session)
    return { ok: true, user, session: session.info, isNewUser, returnTo, cookies: set } as const
  }

  /** A new session each time. */
  const begin: Sessions["begin"] = async (request, user, how) =>
    enter(request, user, how, await strategy.create(user))

  return {
    begin,

    async beginBy(isThere, request, user, how) {
      const session = await strategy.create(user)
      if (await isThere()) return enter(request, user, how, session)
      // Whoever took it away could not know of this session.
      await strategy.end(session.value)
      return null
    },

    current: (request) => currentOf(parts, request),

    /** Throws when the store cannot be asked: whoever was signed in still is, and the cookies stay. */
    async read(request) {
      const session = await currentOf(parts, request)
      const late = (await endings.retry(request)).cookies
      if (session) {
        const renewed = session.renewed ? setCookie(parts, request, session) : []
        return { user: session.user, session: session.info, cookies: [...renewed, ...late] }
      }
      const stale = cookies.read(request, cookie) === undefined ? [] : cookies.clear(request, cookie)
      return { user: null, session: null, cookies: [...stale, ...late] }
    },

    async create(request, userId) {
      const user = await adapter.getUser(userId)
      if (user) return begin(request, user, { method: "custom", isNewUser: false })
      return { ok: false, reason: "unknown_user", cookies: [] }
    },
  }
}

/** Never reports a session as ended that may still be there: what failed is `pending`, and tried again. */
function leaving({ settings, cookies, strategy, endings, emit }: Parts): Pick<Sessions, "signOut"> {
  return {
    async signOut(request) {
      const reason = misdirected(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const value = cookies.read(request, cookie)
      const cleared = value === undefined ? [] : cookies.clear(request, cookie)
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

function revoking(parts: Parts): Pick<Sessions, "list" | "revoke" | "revokeOthers" | "revokeAll"> {
  const { settings, strategy, emit } = parts
  return {
    list: strategy.list,

    async revoke(userId, handle) {
      const revoked = await strategy.revoke(userId, handle)
      if (revoked) emit({ type: "session_revoked", userId, session: handle })
      return revoked
    },

    async revokeOthers(request) {
      const reason = misdirected(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const session = await currentOf(parts, request)
      if (!session) return { ok: false, reason: "signed_out", cookies: [] }
      const kept = await strategy.revokeOthers(session)
      emit({ type: "session_revoked", userId: session.user.id })
      return { ok: true, cookies: kept.renewed ? setCookie(parts, request, kept) : [] }
    },

    async revokeAll(userId) {
      await strategy.revokeAll(userId)
      emit({ type: "session_revoked", userId })
    },
  }
}
