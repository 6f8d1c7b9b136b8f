import { foldKeys } from "./fold-keys.ts"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of key comparison: different keys are treated as equal. */
export const keyMutants: readonly Mutant[] = [
  {
    name: "keys-ignore-case",
    by: "exact-keys/separate-account-ids",
    defect: "tokens and ids that differ in case are the same",
    evidence: "@auth/drizzle-adapter (mysql): a case-changed session token is found",
    make: foldKeys((key) => key.toLowerCase()),
  },
  {
    name: "keys-ignore-trailing-space",
    by: "exact-keys/absent-session-tokens",
    defect: "tokens and ids that differ in trailing spaces are the same",
    evidence: "PAD SPACE collations; SEC-C1",
    make: foldKeys((key) => key.trimEnd()),
  },
  {
    name: "keys-ignore-accents",
    by: "exact-keys/absent-account-ids",
    defect: "tokens and ids that differ in accents are the same",
    evidence: "MySQL utf8mb4_0900_ai_ci; SEC-C1",
    make: foldKeys((key) => key.normalize("NFD").replace(/\p{Mark}/gu, "")),
  },
  {
    name: "keys-normalised",
    by: "exact-keys/absent-account-ids",
    defect: "tokens and ids of different Unicode forms are the same",
    evidence: "SEC-C1: compared byte by byte",
    make: foldKeys((key) => key.normalize("NFKC")),
  },
  {
    name: "keys-cut-at-255",
    by: "exact-keys/long-passkey-ids",
    defect: "tokens and ids are compared by their first 255 characters",
    evidence: "varchar(255) outside strict mode; SEC-J7",
    make: foldKeys((key) => key.slice(0, 255)),
  },
  {
    name: "keys-cut-at-a-question-mark",
    by: "exact-keys/characters-in-session-tokens",
    defect: "everything after a `?` in a key is dropped",
    evidence: "unstorage; any token was accepted for an address with a `?`",
    make: foldKeys((key) => key.replace(/\?.*$/s, "")),
  },
  {
    name: "keys-with-slash-as-colon",
    by: "exact-keys/separate-passkey-ids",
    defect: "`/` and `:` in a key are the same, so two credential ids collide",
    evidence: "@auth/unstorage-adapter: ab/cd and ab:cd",
    make: foldKeys((key) => key.replaceAll("/", ":")),
  },
  {
    name: "keys-without-padding",
    by: "exact-keys/separate-passkey-ids",
    defect: "credential ids that differ only in their last `=` are the same",
    evidence: "re-encoding in the adapter; SEC-F5: compared byte by byte",
    make: foldKeys((key) => key.replace(/=+$/, "")),
  },
  {
    name: "account-key-joined-by-colon",
    by: "exact-keys/joined-parts-of-accounts",
    defect: 'provider "a:b" with id "c" is the account of provider "a" with id "b:c"',
    evidence: "@auth/upstash-redis-adapter; SEC-C3",
    make: breaking((good) => {
      const linked = new Map<string, [provider: string, id: string]>()
      const stored = (provider: unknown, id: unknown) =>
        linked.get(`${provider}:${id}`) ?? ([provider, id] as [string, string])
      return {
        async linkAccount(account) {
          const { provider, providerAccountId } = account
          linked.set(`${provider}:${providerAccountId}`, [provider, String(providerAccountId)])
          return good.linkAccount(account)
        },
        async getUserByAccount(key) {
          const [provider, providerAccountId] = stored(key?.provider, key?.providerAccountId)
          return good.getUserByAccount({ provider, providerAccountId })
        },
      }
    }),
  },
  {
    name: "token-key-joined-by-colon",
    by: "exact-keys/joined-parts-of-tokens",
    defect: 'the token "b:c" of "a" is also the token "c" of "a:b"',
    evidence: "@auth/upstash-redis-adapter; SEC-C3",
    make: breaking((good) => {
      const stored = new Map<string, { identifier: string; token: string }>()
      return {
        async createVerificationToken(token) {
          stored.set(`${token.identifier}:${token.token}`, token)
          return good.createVerificationToken(token)
        },
        useVerificationToken: (key) =>
          good.useVerificationToken(stored.get(`${key?.identifier}:${key?.token}`) ?? key),
      }
    }),
  },
  {
    name: "session-found-by-its-beginning",
    by: "exact-keys/absent-session-tokens",
    defect: "the first characters of a session token find the session",
    evidence: "CVE-2026-27840: truncated tokens were valid",
    make: breaking((good) => {
      const tokens = new Set<string>()
      return {
        async createSession(session) {
          tokens.add(session.sessionToken)
          return good.createSession(session)
        },
        getSessionAndUser: async (token) =>
          (await good.getSessionAndUser(token)) ??
          good.getSessionAndUser([...tokens].find((each) => token && each.startsWith(token)) ?? token),
      }
    }),
  },
  {
    name: "keys-on-a-plain-object",
    by: "exact-keys/special-texts-find-no-users",
    defect: "rows are stored on a plain object: `constructor` finds a session",
    evidence: "SEC-J5",
    make: breaking((good) => ({
      getSessionAndUser: async (token) =>
        (await good.getSessionAndUser(token)) ?? ({} as Record<string, unknown>)[token] ?? null,
      getUser: async (id) => (await good.getUser(id)) ?? ({} as Record<string, unknown>)[id] ?? null,
    })),
  },
  {
    name: "changes-of-inherited-sessions",
    by: "exact-keys/special-texts-find-no-sessions",
    defect: 'updateSession returns a session for "constructor", which no session has as its token',
    evidence: "sessions by token in an object with a prototype; SEC-J5",
    make: breaking((good) => ({
      updateSession: async (session) =>
        session.sessionToken in {} ? { ...session } : good.updateSession(session),
    })),
  },
]
