import { createUniqueData, type UniqueData } from "../../engine/case-tools/unique-data.ts"

type Fields = Record<string, unknown>

/** Creates data that is unique to one case, because all cases, runs and processes may share one database. */
export type BetterAuthData = UniqueData & {
  user(overrides?: Fields): Fields
  session(userId: string, overrides?: Fields): Fields
  account(userId: string, overrides?: Fields): Fields
  verification(overrides?: Fields): Fields
  /** A row of the suite's own model. */
  record(overrides?: Fields): Fields
}

export function createBetterAuthData(): BetterAuthData {
  const data = createUniqueData()
  const { unique, email, token, inDays } = data
  const times = () => ({ createdAt: inDays(0), updatedAt: inDays(0) })
  return {
    ...data,
    user: (overrides) => ({
      name: "Ada Lovelace",
      email: email(),
      emailVerified: false,
      image: null,
      ...times(),
      ...overrides,
    }),
    session: (userId, overrides) => ({
      userId,
      token: token(),
      expiresAt: inDays(7),
      ipAddress: "192.0.2.1",
      userAgent: "Mozilla/5.0",
      ...times(),
      ...overrides,
    }),
    account: (userId, overrides) => ({
      userId,
      accountId: `${unique()}-Ab`,
      providerId: "github",
      accessToken: "gho_access",
      scope: "read:user",
      ...times(),
      ...overrides,
    }),
    verification: (overrides) => ({
      identifier: email(),
      value: token(),
      expiresAt: inDays(1),
      ...times(),
      ...overrides,
    }),
    record: (overrides) => ({ slug: unique(), team: unique(), ...overrides }),
  }
}
