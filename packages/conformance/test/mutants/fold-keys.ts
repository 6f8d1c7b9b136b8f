import type { Adapter } from "mortise"
import { breaking, type Mutant, type Overrides } from "./mutant.ts"

/** Treats keys that `fold` maps to the same text as the key that was written first. */
export function foldKeys(fold: (key: string) => string): Mutant["make"] {
  return breaking((good) => {
    const written = new Map<string, string>()
    const stored = <T>(key: T): T =>
      typeof key === "string" ? ((written.get(fold(key)) ?? key) as typeof key) : key
    const note = (key: string): void => {
      if (!written.has(fold(key))) written.set(fold(key), key)
    }
    return { ...foldedSessions(good, note, stored), ...foldedRest(good, note, stored) }
  })
}

type Note = (key: string) => void
type Stored = <T>(key: T) => T

const foldedSessions = (good: Adapter, note: Note, stored: Stored): Overrides => ({
  async createSession(session) {
    note(session.sessionToken)
    return good.createSession(session)
  },
  getSessionAndUser: (token) => good.getSessionAndUser(stored(token)),
  updateSession: (session) => good.updateSession({ ...session, sessionToken: stored(session.sessionToken) }),
  deleteSession: (token) => good.deleteSession(stored(token)),
})

const foldedRest = (good: Adapter, note: Note, stored: Stored): Overrides => ({
  async createVerificationToken(token) {
    note(token.token)
    return good.createVerificationToken(token)
  },
  useVerificationToken: (key) => good.useVerificationToken({ ...key, token: stored(key?.token) }),
  async linkAccount(account) {
    note(String(account.providerAccountId))
    return good.linkAccount(account)
  },
  getUserByAccount: (key) =>
    good.getUserByAccount({ ...key, providerAccountId: stored(key?.providerAccountId) }),
  async createAuthenticator(authenticator) {
    note(authenticator.credentialID)
    return good.createAuthenticator(authenticator)
  },
  getAuthenticator: (id) => good.getAuthenticator(stored(id)),
})
