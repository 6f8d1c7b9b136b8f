import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import type { SetCookies } from "../results.ts"
import { databaseStrategy } from "./database-strategy.ts"
import { jwtStrategy } from "./jwt-strategy.ts"
import { createPendingSignOuts } from "./pending-sign-outs.ts"
import { findSession, type SessionParts, sessionCookie, setSessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"
import { createSignIn, type SignIn } from "./sign-in.ts"
import type { LiveSession } from "./strategy.ts"

/** The functions of a user, and what other flows need of sessions. */
export type Sessions = SignIn & {
  /** What is given to the user of the library. */
  readonly functions: SessionFunctions<User, User>
  /** The session of a request; `null` when there is none. */
  current(request: HasHeaders): Promise<LiveSession | null>
  /** Ends all sessions of a user but this one, and this one too if it has ended meanwhile. */
  endOthers(request: HasHeaders, session: LiveSession): Promise<SetCookies>
}

export function createSessions(core: Core): Sessions {
  const strategy = core.settings.session.strategy === "jwt" ? jwtStrategy(core) : databaseStrategy(core)
  const parts = { ...core, strategy, pendingSignOuts: createPendingSignOuts(core, strategy) }
  const { endOthers, ...ending } = revokeFunctions(parts)
  const signIn = createSignIn(parts)
  return {
    ...signIn,
    current: (request) => findSession(parts, request),
    endOthers,
    functions: { ...readAndCreate(parts, signIn), ...signOutFunction(parts), ...ending },
  }
}

type Functions = Sessions["functions"]

function readAndCreate(parts: SessionParts, { signInIf }: SignIn): Pick<Functions, "read" | "create"> {
  const { adapter, cookies, pendingSignOuts } = parts
  return {
    /** Throws when the store cannot be asked: whoever was signed in still is, and the cookies stay. */
    async read(request) {
      const session = await findSession(parts, request)
      const retried = (await pendingSignOuts.retry(request)).cookies
      if (session) {
        const renewed = session.renewed ? setSessionCookie(parts, request, session) : []
        return { user: session.user, session: session.info, cookies: [...renewed, ...retried] }
      }
      const stale =
        cookies.read(request, sessionCookie) === undefined ? [] : cookies.clear(request, sessionCookie)
      return { user: null, session: null, cookies: [...stale, ...retried] }
    },

    async create(request, userId) {
      const user = await adapter.getUser(userId)
      const details = { method: "custom", isNewUser: false } as const
      const signedIn = user && (await signInIf(request, user, details))
      return signedIn ?? { ok: false, reason: "unknown_user", cookies: [] }
    },
  }
}

/** Never reports a session as ended that may still be there: what failed is `pending`, and tried again. */
function signOutFunction({
  settings,
  cookies,
  strategy,
  pendingSignOuts,
  emit,
}: SessionParts): Pick<Functions, "signOut"> {
  return {
    async signOut(request) {
      const reason = checkCrossSite(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const value = cookies.read(request, sessionCookie)
      const cleared = value === undefined ? [] : cookies.clear(request, sessionCookie)
      try {
        const everywhere = value === undefined || (await strategy.end(value))
        const earlier = await pendingSignOuts.retry(request)
        emit({ type: "signed_out", pending: !earlier.done })
        if (!earlier.done) return { ok: false, reason: "pending", cookies: cleared }
        return { ok: true, everywhere, cookies: [...cleared, ...earlier.cookies] }
      } catch {
        emit({ type: "signed_out", pending: true })
        const pending = value === undefined ? [] : await pendingSignOuts.add(request, value)
        return { ok: false, reason: "pending", cookies: [...cleared, ...pending] }
      }
    },
  }
}

type RevokeFunctions = Pick<Functions, "list" | "revoke" | "revokeOthers" | "revokeAll"> &
  Pick<Sessions, "endOthers">

function revokeFunctions(parts: SessionParts): RevokeFunctions {
  const { settings, strategy, emit } = parts

  const revokeAllExcept = async (request: HasHeaders, session: LiveSession): Promise<SetCookies | null> => {
    const kept = await strategy.revokeOthers(session)
    emit({ type: "session_revoked", userId: session.user.id })
    return kept?.renewed ? setSessionCookie(parts, request, kept) : kept && []
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
      const reason = checkCrossSite(request, settings.origin)
      if (reason) return { ok: false, reason, cookies: [] }
      const session = await findSession(parts, request)
      const kept = session && (await revokeAllExcept(request, session))
      return kept ? { ok: true, cookies: kept } : { ok: false, reason: "signed_out", cookies: [] }
    },

    async endOthers(request, { value, user }) {
      const session = await strategy.find(value)
      if (session) return (await revokeAllExcept(request, session)) ?? []
      await revokeAll(user.id)
      return []
    },
  }
}
