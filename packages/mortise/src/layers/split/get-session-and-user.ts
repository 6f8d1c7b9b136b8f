import type { Adapter } from "../../contract/adapter.ts"
import type { Session, User } from "../../contract/types.ts"
import type { Halves } from "./halves.ts"

type Found = { readonly session: Session; readonly user: User }

const mostRemembered = 5_000

/** The sessions that this process has found, with their users. */
export type RecentSessions = Recent<Found>

export const createRecentSessions = (): RecentSessions => createRecent(mostRemembered)

/**
 * Looks up a session in one half and its user in the other. Both are rows of one moment: never a session from before a
 * sign-out with a user from after it. For that, the session is read before and after the user. If this process has
 * found the same session before, both halves are asked at the same time: rows that did not change since then existed
 * together. Nothing is returned that was not read during the call.
 */
export function createGetSessionAndUser(
  { users, sessions }: Halves,
  recent: RecentSessions,
): Adapter["getSessionAndUser"] {
  const findSession = sessions.adapter.getSessionAndUser
  const findUser = users.adapter.getUser

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
    const previous = recent.get(token)
    if (!previous) return readInOrder(token)
    const [result, user] = await Promise.all([findSession(token), findUser(previous.session.userId)])
    if (!result) {
      recent.delete(token)
      return null
    }
    const { session } = result
    if (user && sameRow(session, previous.session) && sameRow(user, previous.user)) return { session, user }
    return readInOrder(token)
  }
}

/** The most recently used entries. Above `most` entries, the ones not used since the last drop are dropped. */
type Recent<T> = {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
}

function createRecent<T>(most: number): Recent<T> {
  let [current, previous] = [new Map<string, T>(), new Map<string, T>()]
  const set = (key: string, value: T): void => {
    if (current.size >= most) [current, previous] = [new Map(), current]
    current.set(key, value)
  }
  return {
    get(key) {
      const value = current.get(key)
      if (value !== undefined) return value
      const older = previous.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete(key) {
      current.delete(key)
      previous.delete(key)
    },
  }
}

type Row = Readonly<Record<string, unknown>>

/** Whether two rows have the same fields with the same values. */
function sameRow(left: object, right: object): boolean {
  const [a, b] = [left as Row, right as Row]
  for (const name in a) if (!sameValue(a[name], b[name])) return false
  for (const name in b) if (!(name in a)) return false
  return true
}

function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false
  if (left instanceof Date) return right instanceof Date && left.getTime() === right.getTime()
  return JSON.stringify(left) === JSON.stringify(right)
}
