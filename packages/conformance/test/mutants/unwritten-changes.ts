import { breaking, type Mutant } from "./mutant.ts"

const sameForReaders = (one: string, other: string): boolean =>
  one.localeCompare(other.trimEnd(), "en", { sensitivity: "base" }) === 0

/** Defects of writes that take a new value for the stored one, or for something else. */
export const unwrittenChangeMutants: readonly Mutant[] = [
  {
    name: "expiries-compared-as-text",
    by: "small-changes/of-sessions",
    defect: "updateSession does not write an expiry that is in the same second",
    evidence: "dirty checking by String(date)",
    make: breaking((good) => ({
      async updateSession(session) {
        const before = await good.getSessionAndUser(session.sessionToken)
        const isSame = String(before?.session.expires) === String(session.expires)
        return isSame ? { ...before?.session } : good.updateSession(session)
      },
    })),
  },
  {
    name: "names-compared-by-a-collation",
    by: "small-changes/of-users",
    defect: "updateUser does not write a name that differs in case, accents or spaces only",
    evidence: "an UPDATE … WHERE name <> ? with a collation of MySQL",
    make: breaking((good) => ({
      async updateUser(user) {
        const before = await good.getUser(user.id)
        const isSame = before?.name && user.name && sameForReaders(before.name, user.name)
        return good.updateUser(isSame ? { ...user, name: before.name } : user)
      },
    })),
  },
  {
    name: "text-as-a-replacement",
    by: "text/exact-users",
    defect: "updateUser expands $& and $$ in the name",
    evidence: "a statement that is built with String.replace; SEC-J7",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(
          typeof user.name === "string" ? { ...user, name: "?".replace("?", user.name) } : user,
        ),
    })),
  },
  {
    name: "undefined-is-an-id",
    by: "users/undefined-id-is-no-id",
    defect: 'createUser with an id that is undefined stores the id "undefined"',
    evidence: "String(user.id) in a template of the adapter",
    make: breaking((good) => ({
      createUser: (user) => good.createUser("id" in user ? { ...user, id: String(user.id) } : user),
    })),
  },
  {
    name: "expired-session-is-not-deleted",
    by: "expired-sessions/deleted-is-not-extended",
    defect: "deleteSession leaves an expired session, and updateSession extends it",
    evidence: "a WHERE expires > now() in the deletion; SEC-B8",
    make: breaking((good) => {
      const expired = new Map<string, string>()
      return {
        async createSession(session) {
          if (session.expires.getTime() > Date.now()) return good.createSession(session)
          expired.set(session.sessionToken, session.userId)
          return { ...session }
        },
        async updateSession(session) {
          const userId = expired.get(session.sessionToken)
          if (userId === undefined || !session.expires) return good.updateSession(session)
          expired.delete(session.sessionToken)
          return good.createSession({ ...session, userId, expires: session.expires })
        },
      }
    }),
  },
]
