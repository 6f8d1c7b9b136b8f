import type { Adapter } from "../../contract/adapter.ts"
import type { Session, User } from "../../contract/types.ts"
import type { Halves } from "./halves.ts"
import { createRecent } from "./recent.ts"
import { sameRow } from "./same-row.ts"

type Found = { readonly session: Session; readonly user: User }

const mostRemembered = 5_000

/**
 * Looks up a session in one half and its user in the other. Both are rows of one moment: never a session from before a
 * sign-out with a user from after it. For that, the session is read before and after the user. If this process has
 * found the same session before, both halves are asked at once: rows that did not change since then existed together.
 * Nothing is returned that was not read during the call.
 */
export function createLookup({ users, sessions }: Halves): Adapter["getSessionAndUser"] {
  const findSession = sessions.adapter.getSessionAndUser
  const findUser = users.adapter.getUser
  const recent = createRecent<Found>(mostRemembered)

  const remember = (token: string, session: Session, user: User): void => {
    try {
      // The caller may change what it gets.
      recent.set(token, { session, user: { ...user } })
    } catch {
      // It has fields that the key for mortise/http does not show, so it cannot be compared with a later one.
    }
  }

  const readInOrder = async (token: string): Promise<Found | null> => {
    let before = (await findSession(token))?.session
    while (before) {
      const user = await findUser(before.userId)
      const session: Session | undefined = (await findSession(token))?.session
      if (session && sameRow(before, session)) {
        if (user) remember(token, before, user)
        return user && { session, user }
      }
      before = session
    }
    return null
  }

  return async (token) => {
    const known = recent.get(token)
    if (!known) return readInOrder(token)
    const [found, user] = await Promise.all([findSession(token), findUser(known.session.userId)])
    if (!found) {
      recent.delete(token)
      return null
    }
    const { session } = found
    if (user && sameRow(session, known.session) && sameRow(user, known.user)) return { session, user }
    return readInOrder(token)
  }
}
