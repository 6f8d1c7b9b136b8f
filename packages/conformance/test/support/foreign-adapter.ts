/** Defects that can be planted in the adapter. */
type Defects = {
  /** Runs between the check of an address and the write, so that other calls run there too. */
  readonly afterCheck?: () => Promise<void>
  /** The passkeys of a deleted user stay. */
  readonly keepsPasskeys?: true
}

/**
 * A careful foreign adapter that implements exactly the contract: it generates its own ids, throws plain errors,
 * returns nothing or undefined where the contract allows it, stores emails as typed, leaves expired sessions to the
 * client, and returns a promise only where it needs one.
 */
export function foreignAdapter({ afterCheck, keepsPasskeys }: Defects = {}) {
  const users = new Map<string, User>()
  const accounts = new Map<string, Account>()
  const sessions = new Map<string, Session>()
  const tokens = new Map<string, Token>()
  const passkeys = new Map<string, Passkey>()
  let lastId = 0

  const byEmail = (email: unknown) => [...users.values()].find((user) => user.email === email && email)
  const ownUser = (id: unknown) => users.get(id as string)

  const insertUser = (given: Partial<User>) => {
    const user = {
      id: `u${++lastId}`,
      name: given.name ?? undefined,
      email: given.email,
      emailVerified: given.emailVerified ?? null,
      image: given.image ?? undefined,
    }
    users.set(user.id, structuredClone(user))
    return structuredClone(user)
  }

  return {
    createUser(given: Partial<User>) {
      if (byEmail(given.email)) throw new Error("email is taken")
      return afterCheck ? afterCheck().then(() => insertUser(given)) : insertUser(given)
    },
    getUser: (id: string) => copy(ownUser(id)),
    getUserByEmail: async (email: string) => copy(byEmail(email)),
    getUserByAccount: async (key: AccountKey) => copy(ownUser(accounts.get(accountKey(key))?.userId)),
    async updateUser({ id, ...changes }: Partial<User>) {
      const user = ownUser(id)
      if (!user) throw new Error("no such user")
      const holder = byEmail(changes.email)
      if (holder && holder !== user) throw new Error("email is taken")
      for (const field of ["name", "email", "emailVerified", "image"] as const)
        if (changes[field] !== undefined) Object.assign(user, { [field]: structuredClone(changes[field]) })
      return copy(user)
    },
    async deleteUser(id: string) {
      const address = ownUser(id)?.email
      users.delete(id)
      for (const [key, token] of tokens) if (token.identifier === address) tokens.delete(key)
      const owned = [accounts, sessions, ...(keepsPasskeys ? [] : [passkeys])]
      for (const table of owned as Map<string, { userId: string }>[])
        for (const [key, row] of table) if (row.userId === id) table.delete(key)
    },

    async linkAccount(given: Account) {
      if (!ownUser(given.userId)) throw new Error("no such user")
      const key = accountKey(given)
      if (accounts.has(key)) throw new Error("account is linked")
      const row = structuredClone(given)
      accounts.set(key, { ...row, ...(row.token_type && { token_type: row.token_type.toLowerCase() }) })
    },
    async unlinkAccount(key: AccountKey) {
      accounts.delete(accountKey(key))
    },
    getAccount: async (providerAccountId: string, provider: string) =>
      copy(accounts.get(accountKey({ provider, providerAccountId }))),

    async createSession(given: Session) {
      if (sessions.has(given.sessionToken)) throw new Error("session token is taken")
      sessions.set(given.sessionToken, structuredClone(given))
      return structuredClone(given)
    },
    async getSessionAndUser(token: string) {
      const session = sessions.get(token)
      const user = ownUser(session?.userId)
      return session && user ? structuredClone({ session, user }) : null
    },
    async updateSession({ sessionToken, expires }: Partial<Session>) {
      const session = sessions.get(sessionToken as string)
      if (session && expires) session.expires = new Date(expires)
    },
    async deleteSession(token: string) {
      sessions.delete(token)
    },

    async createVerificationToken(given: Token) {
      tokens.set(tokenKey(given), structuredClone(given))
    },
    async useVerificationToken(given: Token) {
      const token = tokens.get(tokenKey(given))
      tokens.delete(tokenKey(given))
      return token ?? null
    },

    async createAuthenticator(given: Passkey) {
      if (!ownUser(given.userId)) throw new Error("no such user")
      if (passkeys.has(given.credentialID)) throw new Error("passkey is registered")
      passkeys.set(given.credentialID, structuredClone(given))
      return structuredClone(given)
    },
    getAuthenticator: async (id: string) => copy(passkeys.get(id)),
    listAuthenticatorsByUserId: async (userId: string) =>
      structuredClone([...passkeys.values()].filter((passkey) => passkey.userId === userId)),
    async updateAuthenticatorCounter(id: string, counter: number) {
      const passkey = passkeys.get(id)
      if (!passkey) throw new Error("no such passkey")
      passkey.counter = counter
      return structuredClone(passkey)
    },
  }
}

type User = {
  id: string
  name: string | null | undefined
  email: string | undefined
  emailVerified: Date | null
  image: string | null | undefined
}
type AccountKey = { provider: string; providerAccountId: string }
type Account = AccountKey & { userId: string; type: string; token_type?: string }
type Session = { sessionToken: string; userId: string; expires: Date }
type Token = { identifier: string; token: string; expires: Date }
type Passkey = { credentialID: string; userId: string; counter: number }

const copy = <T>(row: T | undefined): T | null => (row ? structuredClone(row) : null)
const accountKey = ({ provider, providerAccountId }: AccountKey) =>
  JSON.stringify([provider, providerAccountId])
const tokenKey = ({ identifier, token }: Omit<Token, "expires">) => JSON.stringify([identifier, token])
