import type { Model, Row } from "../../../../workshop/src/adapters/backend.ts"

type Fields = Record<string, unknown>

/**
 * A third-party adapter in maps. It makes its own ids, throws plain errors, returns nothing where Auth.js needs nothing,
 * returns expired sessions, and has none of the extras of Mortise. `overwrites`: a verification token replaces an equal
 * one, as in a key-value store.
 */
export function thirdPartyAdapter({ overwrites = false } = {}) {
  const users = new Map<string, Fields>()
  const accounts = new Map<string, Fields>()
  const sessions = new Map<string, Fields>()
  const tokens = new Map<string, Fields>()
  const passkeys = new Map<string, Fields>()
  const tables: Record<Model, Map<string, Fields>> = {
    user: users,
    account: accounts,
    session: sessions,
    verificationToken: tokens,
    authenticator: passkeys,
  }
  let lastId = 0
  const key = (...parts: unknown[]) => JSON.stringify(parts)
  const insert = (table: Map<string, Fields>, at: string, row: Fields) => {
    if (table.has(at)) throw new Error("duplicate key")
    if ("userId" in row && !users.has(String(row["userId"]))) throw new Error("no such user")
    table.set(at, { ...row })
  }
  const copy = (row: Fields | undefined) => (row ? { ...row } : null)
  const byEmail = (email: unknown) => [...users.values()].find((user) => email && user["email"] === email)

  const adapter = {
    async createUser(given: Fields) {
      if (byEmail(given["email"])) throw new Error("duplicate email")
      const user = { ...given, id: `u${++lastId}` }
      users.set(user.id, user)
      return copy(user)
    },
    getUser: async (id: string) => copy(users.get(id)) as never,
    getUserByEmail: async (email: string) => copy(byEmail(email)),
    getUserByAccount: async (account: Fields) => {
      const found = accounts.get(key(account["provider"], account["providerAccountId"]))
      return copy(users.get(String(found?.["userId"])))
    },
    async updateUser({ id, ...changes }: Fields) {
      const user = users.get(String(id))
      if (!user) throw new Error("no such user")
      return copy(Object.assign(user, changes))
    },
    async deleteUser(id: string) {
      users.delete(id)
      for (const table of [accounts, sessions, passkeys])
        for (const [at, row] of table) if (row["userId"] === id) table.delete(at)
    },
    async linkAccount(account: Fields) {
      // Tables of Auth.js have no such column.
      if ("expires_in" in account) throw new Error("no such column")
      insert(accounts, key(account["provider"], account["providerAccountId"]), account)
    },
    getAccount: async (id: string, provider: string) => copy(accounts.get(key(provider, id))),
    async createSession(session: Fields) {
      insert(sessions, String(session["sessionToken"]), session)
      return { ...session }
    },
    async getSessionAndUser(token: string) {
      const session = sessions.get(token)
      const user = users.get(String(session?.["userId"]))
      return session && user ? { session: { ...session }, user: { ...user } } : null
    },
    async updateSession({ sessionToken, ...changes }: Fields) {
      const session = sessions.get(String(sessionToken))
      if (session) Object.assign(session, changes)
    },
    async deleteSession(token: string) {
      sessions.delete(token)
    },
    async createVerificationToken(token: Fields) {
      const at = key(token["identifier"], token["token"])
      if (overwrites) tokens.set(at, { ...token })
      else insert(tokens, at, token)
    },
    async useVerificationToken(token: Fields) {
      const at = key(token["identifier"], token["token"])
      const found = tokens.get(at)
      tokens.delete(at)
      return copy(found)
    },
    async createAuthenticator(passkey: Fields) {
      insert(passkeys, String(passkey["credentialID"]), passkey)
      return { ...passkey }
    },
    getAuthenticator: async (id: string) => copy(passkeys.get(id)),
    listAuthenticatorsByUserId: async (userId: string) =>
      [...passkeys.values()].filter((row) => row["userId"] === userId).map((row) => ({ ...row })),
    async updateAuthenticatorCounter(id: string, counter: number) {
      const passkey = passkeys.get(id)
      if (!passkey) throw new Error("no such passkey")
      return copy(Object.assign(passkey, { counter }))
    },
  }
  return {
    adapter,
    rows: async (model: Model): Promise<Row[]> => [...tables[model].values()].map((row) => ({ ...row })),
  }
}
