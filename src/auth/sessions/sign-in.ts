import type { User } from "../../contract/types.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { SignInMethod } from "../events.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SignedIn } from "../results.ts"
import { type SessionParts, sessionCookie, setSession } from "./session-cookie.ts"
import type { LiveSession } from "./strategy.ts"

type How = {
  readonly method: SignInMethod
  readonly provider?: string
  readonly isNewUser: boolean
  readonly returnTo?: string
}

/** Starting sessions. */
export type Entering = {
  /** Starts a session for somebody whose identity is proved. */
  begin(request: HasHeaders, user: User, how: How): Promise<SignedIn<User>>
  /** The same where the user, or the way in, may go meanwhile; `null` when it was gone once the session was there. */
  beginBy(
    request: HasHeaders,
    user: User,
    how: How,
    isThere?: () => Promise<boolean>,
  ): Promise<SignedIn<User> | null>
}

export function entering(parts: SessionParts): Entering {
  const { cookies, strategy, emit } = parts

  /** The session that the browser had before ends before the new cookie is set. */
  async function enter(request: HasHeaders, user: User, how: How, session: LiveSession) {
    const { method, provider, isNewUser, returnTo = "/" } = how
    const before = cookies.read(request, sessionCookie)
    await strategy.makeRoom(user.id, before)
    if (before !== undefined) await strategy.end(before)
    const { handle } = session.info
    emit({ type: "signed_in", userId: user.id, method, provider, isNewUser, session: handle })
    const set = setSession(parts, request, session)
    return { ok: true, user, session: session.info, isNewUser, returnTo, cookies: set } as const
  }

  /** Whatever comes in between, no session stays that nobody was told of. */
  async function orUndone<T>(session: LiveSession, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      await strategy.undo(session.value).catch(() => {})
      throw error
    }
  }

  async function createFor(user: User): Promise<LiveSession | null> {
    try {
      return await strategy.create(user)
    } catch (error) {
      // Whoever was deleted meanwhile has no way in.
      if (codeOf(error) === "not_found") return null
      throw error
    }
  }

  return {
    async begin(request, user, how) {
      const session = await strategy.create(user)
      return orUndone(session, () => enter(request, user, how, session))
    },

    async beginBy(request, user, how, isThere = async () => true) {
      const session = await createFor(user)
      if (!session) return null
      return orUndone(session, async () => {
        if (await isThere()) return enter(request, user, how, session)
        // Whoever took it away could not know of this session.
        await strategy.undo(session.value)
        return null
      })
    },
  }
}
