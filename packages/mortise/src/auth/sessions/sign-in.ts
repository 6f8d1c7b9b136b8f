import { MortiseError } from "../../contract/errors.ts"
import type { User } from "../../contract/types.ts"
import type { SignInMethod } from "../config/events.ts"
import { readErrorCode } from "../core/errors.ts"
import type { SignedIn } from "../core/results.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { type SessionParts, sessionCookie, setSessionCookie } from "./session-cookie.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

type SignInDetails = {
  readonly method: SignInMethod
  readonly provider?: string
  readonly isNewUser: boolean
  readonly returnTo?: string
}

/** Starting sessions. */
export type SignIn = Readonly<ReturnType<typeof createSignIn>>

export function createSignIn(parts: SessionParts) {
  const { cookies, strategy, emit } = parts

  /**
   * Ends the browser's previous session before the new cookie is set, and only then makes room. A failure before that
   * point leaves all of the user's sessions as they were. A later failure does not undo the sign-in.
   */
  async function finish(request: HasHeaders, user: User, details: SignInDetails, session: LiveSession) {
    const { method, provider, isNewUser, returnTo = "/" } = details
    // Before anything is ended or reported, because it may throw.
    const set = setSessionCookie(parts, request, session)
    const previous = cookies.read(request, sessionCookie)
    const room = await strategy.planRoom(user.id, session.value, previous)
    if (!room.isKept) {
      await strategy.undo(session.value)
      return "too_many_sessions"
    }
    if (previous !== undefined) await endTwice(previous)
    await room.make().catch((error: unknown) => {
      // The next sign-in makes room.
      emit({ type: "operation_failed", operation: "deleteSession", code: readErrorCode(error) })
    })
    const { handle } = session.info
    emit({ type: "signed_in", userId: user.id, method, provider, isNewUser, session: handle }, request)
    return { ok: true, user, session: session.info, isNewUser, returnTo, cookies: set } as const
  }

  /** Retries once: if only the response was lost, the session has ended, and the browser needs the new one. */
  const endTwice = (value: string): Promise<unknown> => strategy.end(value).catch(() => strategy.end(value))

  /**
   * Starts a session for a user whose identity has been proved. Returns `null` if another request has deleted the user
   * concurrently, or if `isStillValid` is false once the session exists: the sign-in method may have been removed.
   */
  async function trySignIn(
    request: HasHeaders,
    user: User,
    details: SignInDetails,
    isStillValid: (session: LiveSession) => Promise<boolean> = async () => true,
  ): Promise<SignedIn<User> | "too_many_sessions" | null> {
    const session = await createUnlessDeleted(strategy, user)
    if (!session) return null
    return undoOnError(strategy, session, async () => {
      if (await isStillValid(session)) return finish(request, user, details, session)
      // The request that removed the sign-in method could not revoke this session: it did not exist yet.
      await strategy.undo(session.value)
      return null
    })
  }

  return {
    trySignIn,

    /** Like `trySignIn`, but throws `transient` when there are too many sessions. */
    async signInIf(...args: Parameters<typeof trySignIn>): Promise<SignedIn<User> | null> {
      const signedIn = await trySignIn(...args)
      if (signedIn === "too_many_sessions") throw tooManySessions()
      return signedIn
    },

    /** Does the same for a user who was found or created just now. */
    async signIn(request: HasHeaders, user: User, details: SignInDetails): Promise<SignedIn<User>> {
      const session = await strategy.create(user)
      const signedIn = await undoOnError(strategy, session, () => finish(request, user, details, session))
      if (signedIn === "too_many_sessions") throw tooManySessions()
      return signedIn
    },
  }
}

/** Deletes the new session if a later step fails, because no browser will ever hold it. */
async function undoOnError<T>(strategy: Strategy, session: LiveSession, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    await strategy.undo(session.value).catch(() => {})
    throw error
  }
}

async function createUnlessDeleted(strategy: Strategy, user: User): Promise<LiveSession | null> {
  try {
    return await strategy.create(user)
  } catch (error) {
    // Another request deleted the user concurrently.
    if (readErrorCode(error) === "not_found") return null
    throw error
  }
}

const tooManySessions = (): MortiseError =>
  new MortiseError("transient", "Concurrent sign-ins of this user left no room for another session: retry.", {
    operation: "createSession",
  })
