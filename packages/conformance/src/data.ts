/** Creates data that is unique to one case, because all cases, runs and processes may share one store. */
export type CaseData = {
  /** A unique text of lower-case letters and digits. */
  unique(): string
  email(): string
  token(): string
  /** A user as the client passes it to createUser after OAuth. */
  user(overrides?: Partial<NewUser>): NewUser
  account(userId: string, overrides?: Partial<NewAccount>): NewAccount
  session(userId: string, overrides?: Partial<NewSession>): NewSession
  verificationToken(overrides?: Partial<NewToken>): NewToken
  authenticator(userId: string, overrides?: Partial<NewAuthenticator>): NewAuthenticator
  /** A date some days from now, with milliseconds that are not zero if the store guarantees them. */
  inDays(days: number): Date
}

export type NewUser = {
  id: string
  name: string | null
  email: string
  emailVerified: Date | null
  image: string | null
}

export type NewAccount = {
  userId: string
  type: "oauth" | "oidc" | "email" | "webauthn"
  provider: string
  providerAccountId: string
  access_token?: string
  refresh_token?: string
  id_token?: string
  expires_at?: number
  scope?: string
  token_type?: Lowercase<string>
}

export type NewSession = { sessionToken: string; userId: string; expires: Date }

export type NewToken = { identifier: string; token: string; expires: Date }

export type NewAuthenticator = {
  credentialID: string
  userId: string
  providerAccountId: string
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  transports?: string
}

const dayInMs = 86_400_000

/**
 * Called once per run. A random prefix separates runs and processes on a shared store, a counter separates cases.
 * `milliseconds` are those of every date: zero for stores that cut them off.
 */
export function createData(milliseconds = 123): CaseData {
  const start = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
  let count = 0
  const unique = (): string => `${start}${(count++).toString(36).padStart(5, "0")}`
  const email = (): string => `${unique()}@example.com`
  // Contains upper and lower case, to detect stores that ignore case.
  const token = (): string => `${unique()}-${crypto.randomUUID()}-Ab`
  const inDays = (days: number): Date => {
    const date = new Date(Date.now() + days * dayInMs)
    date.setUTCMilliseconds(milliseconds)
    return date
  }
  return { unique, email, token, inDays, ...rowMakers({ unique, email, token, inDays }) }
}

type Rows = "user" | "account" | "session" | "verificationToken" | "authenticator"

const rowMakers = ({ unique, email, token, inDays }: Omit<CaseData, Rows>): Pick<CaseData, Rows> => ({
  user: (overrides) => ({
    id: crypto.randomUUID(),
    name: "Ada Lovelace",
    email: email(),
    emailVerified: null,
    image: "https://example.com/ada.png",
    ...overrides,
  }),

  account: (userId, overrides) => ({
    userId,
    type: "oauth",
    provider: "github",
    providerAccountId: `${unique()}-Ab`,
    access_token: "gho_access",
    scope: "read:user user:email",
    token_type: "bearer",
    ...overrides,
  }),

  session: (userId, overrides) => ({ sessionToken: token(), userId, expires: inDays(30), ...overrides }),

  verificationToken: (overrides) => ({
    identifier: email(),
    token: token(),
    expires: inDays(1),
    ...overrides,
  }),

  authenticator: (userId, overrides) => ({
    // The client passes standard base64, with the characters that base64url does not have: + / and =.
    credentialID: `${unique()}+/aA==`,
    userId,
    providerAccountId: `${unique()}-Ab`,
    credentialPublicKey: "pQECAyYgASFYIA+/==",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
    ...overrides,
  }),
})
