import type { User } from "../../contract/types.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { SignInMethod } from "../events.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SignedIn } from "../results.ts"
import { type SessionParts, sessionCookie, setSessionCookie } from "./session-cookie.ts"
import type { LiveSession } from "./strategy.ts"

type SignInDetails = {
  readonly method: SignInMethod
  readonly provider?: string
  readonly isNewUser: boolean
  readonly returnTo?: string
}

/** Starting sessions. */
export type SignIn = {
  /** Starts a session for somebody whose identity is proved. */
  signIn(request: HasHeaders, user: User, details: SignInDetails): Promise<SignedIn<User>>
  /** The same where the user, or the way in, may go meanwhile; `null` when it was gone once the session was there. */
  signInIf(
    request: HasHeaders,
    user: User,
    details: SignInDetails,
    isThere?: () => Promise<boolean>,
  ): Promise<SignedIn<User> | null>
}

export function createSignIn(parts: SessionParts): SignIn {
  const { cookies, strategy, emit } = parts

  /** The session that the browser had before ends before the new cookie is set. */
  async function finish(request: HasHeaders, user: User, details: SignInDetails, session: LiveSession) {
    const { method, provider, isNewUser, returnTo = "/" } = details
    const before = cookies.read(request, sessionCookie)
    await strategy.enforceLimit(user.id, before)
    if (before !== undefined) await strategy.end(before)
    const { handle } = session.info
    emit({ type: "signed_in", userId: user.id, method, provider, isNewUser, session: handle })
    const set = setSessionCookie(parts, request, session)
    return { ok: true, user, session: session.info, isNewUser, returnTo, cookies: set } as const
  }

  /** Whatever comes in between, no session stays that nobody was told of. */
  async function undoOnError<T>(session: LiveSession, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      await strategy.undo(session.value).catch(() => {})
      throw error
    }
  }

  async function createUnlessDeleted(user: User): Promise<LiveSession | null> {
    try {
      return await strategy.create(user)
    } catch (error) {
      // Whoever was deleted meanwhile has no way in.
      if (codeOf(error) === "not_found") return null
      throw error
    }
  }

  return {
    async signIn(request, user, details) {
      const session = await strategy.create(user)
      return undoOnError(session, () => finish(request, user, details, session))
    },

    async signInIf(request, user, details, isThere = async () => true) {
      const session = await createUnlessDeleted(user)
      if (!session) return null
      return undoOnError(session, async () => {
        if (await isThere()) return finish(request, user, details, session)
        // Whoever took it away could not know of this session.
        await strategy.undo(session.value)
        return null
      })
    },
  }
}
