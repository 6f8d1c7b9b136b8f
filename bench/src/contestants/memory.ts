import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { memoryAdapter } from "mortise/memory"
import { createStorage } from "unstorage"
import type {
  Contestant,
  Engine,
  Measured,
  NewAccount,
  NewSession,
  NewToken,
  NewUser,
} from "../contestant.ts"

/** Maps that return copies and check nothing. */
function bareMaps(): Measured {
  const users = new Map<string, NewUser>()
  const emails = new Map<string, NewUser>()
  const sessions = new Map<string, NewSession>()
  const accounts = new Map<string, NewAccount>()
  const tokens = new Map<string, NewToken>()
  const copy = (user: NewUser | undefined) => (user ? { ...user } : null)
  return {
    async createUser(user) {
      users.set(user.id, user)
      emails.set(user.email, user)
      return { ...user }
    },
    async createSession(session) {
      sessions.set(session.sessionToken, session)
      return { ...session, expires: new Date(session.expires) }
    },
    async updateSession({ sessionToken, expires }) {
      const session = sessions.get(sessionToken)
      if (!session) return null
      session.expires = expires
      return { ...session, expires: new Date(expires) }
    },
    async getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken)
      const user = session && users.get(session.userId)
      return user ? { session: { ...session, expires: new Date(session.expires) }, user: { ...user } } : null
    },
    getUser: async (id) => copy(users.get(id)),
    getUserByEmail: async (email) => copy(emails.get(email)),
    async getUserByAccount({ provider, providerAccountId }) {
      return copy(users.get(accounts.get(`${provider}:${providerAccountId}`)?.userId ?? ""))
    },
    async linkAccount(account) {
      accounts.set(`${account.provider}:${account.providerAccountId}`, account)
      return { ...account }
    },
    async createVerificationToken(token) {
      tokens.set(`${token.identifier}:${token.token}`, token)
      return { ...token, expires: new Date(token.expires) }
    },
    async useVerificationToken({ identifier, token }) {
      const found = tokens.get(`${identifier}:${token}`)
      tokens.delete(`${identifier}:${token}`)
      return found ? { ...found, expires: new Date(found.expires) } : null
    },
  }
}

const inMemory = (name: string, make: () => Measured): Contestant => ({
  name,
  open: async () => ({ adapter: make(), close: async () => {} }),
})

export const memory: Engine = {
  name: "memory",
  about: "In the process itself; the limit is bare Maps that return copies of their rows.",
  open: async () => ({
    contestants: [
      inMemory("limit (bare Maps)", bareMaps),
      { ...inMemory("mortise/memory", () => memoryAdapter() as unknown as Measured), besideLimit: true },
      inMemory("@auth/unstorage-adapter", () => UnstorageAdapter(createStorage()) as unknown as Measured),
    ],
    close: async () => {},
  }),
}
