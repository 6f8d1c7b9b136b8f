import { createUniqueData, type UniqueData } from "../../engine/case-tools/unique-data.ts"

/** Creates data that is unique to one case, because all cases, runs and processes may share one store. */
export type CaseData = UniqueData & {
  /** A user as the client passes it to createUser after OAuth. */
  user(overrides?: Partial<NewUser>): NewUser
  account(userId: string, overrides?: Partial<NewAccount>): NewAccount
  session(userId: string, overrides?: Partial<NewSession>): NewSession
  verificationToken(overrides?: Partial<NewToken>): NewToken
  authenticator(userId: string, overrides?: Partial<NewAuthenticator>): NewAuthenticator
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

/** Called once per run. `milliseconds` are those of every date: zero for stores that cut them off. */
export function createData(milliseconds?: number): CaseData {
  const data = createUniqueData(milliseconds)
  return { ...data, ...rowMakers(data) }
}

const rowMakers = ({ unique, email, token, inDays }: UniqueData): Omit<CaseData, keyof UniqueData> => ({
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
