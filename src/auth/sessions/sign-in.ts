import type { User } from "../../contract/types.ts"
import { codeOf } from "../errors.ts"
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
  /** Starts a session for a user whose identity has been proved. */
  signIn(request: HasHeaders, user: User, details: SignInDetails): Promise<SignedIn<User>>
  /**
   * Does the same when another request may delete the user or remove the sign-in method concurrently. Returns `null`
   * if the user is gone, or if `isStillValid` is false once the session exists.
   */
  signInIf(
    request: HasHeaders,
    user: User,
    details: SignInDetails,
    isStillValid?: () => Promise<boolean>,
  ): Promise<SignedIn<User> | null>
}

export function createSignIn(parts: SessionParts): SignIn {
  const { cookies, strategy, emit } = parts

  /** Ends the previous session of the browser before the new cookie is set. */
  async function finish(request: HasHeaders, user: User, details: SignInDetails, session: LiveSession) {
    const { method, provider, isNewUser, returnTo = "/" } = details
    // Before anything is ended or reported, because it may throw.
    const set = setSessionCookie(parts, request, session)
    const previous = cookies.read(request, sessionCookie)
    await strategy.enforceLimit(user.id, previous)
    if (previous !== undefined) await strategy.end(previous)
    const { handle } = session.info
    emit({ type: "signed_in", userId: user.id, method, provider, isNewUser, session: handle })
    return { ok: true, user, session: session.info, isNewUser, returnTo, cookies: set } as const
  }

  /** Deletes the new session if a later step fails, because no browser will ever hold it. */
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
      // Another request deleted the user concurrently.
      if (codeOf(error) === "not_found") return null
      throw error
    }
  }

  return {
    async signIn(request, user, details) {
      const session = await strategy.create(user)
      return undoOnError(session, () => finish(request, user, details, session))
    },

    async signInIf(request, user, details, isStillValid = async () => true) {
      const session = await createUnlessDeleted(user)
      if (!session) return null
      return undoOnError(session, async () => {
        if (await isStillValid()) return finish(request, user, details, session)
        // The request that removed the sign-in method could not revoke this session: it did not exist yet.
        await strategy.undo(session.value)
        return null
      })
    },
  }
}
