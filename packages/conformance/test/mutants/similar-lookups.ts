import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Texts that were stored, and the first of them that a test accepts. */
function remembered() {
  const texts = new Set<string>()
  return {
    add: (text: unknown) => texts.add(String(text)),
    like: (key: unknown, accepts: (stored: string, key: string) => boolean) =>
      typeof key === "string" && !texts.has(key)
        ? [...texts].find((stored) => accepts(stored, key))
        : undefined,
  }
}

/** Whether a text matches a pattern of SQL in which `_` is any character and `%` any text. */
const isLike = (text: string, pattern: string): boolean => {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/_/g, ".")
    .replace(/%/g, ".*")
  return new RegExp(`^${source}$`, "s").test(text)
}

const isSameNumber = (text: string, key: string): boolean =>
  text !== "" && key !== "" && Number(text) === Number(key)

/** Defects of calls that take a similar row when there is no equal one. */
export const similarLookupMutants: readonly Mutant[] = [
  {
    name: "addresses-are-patterns",
    by: "exact-keys/absent-email-addresses",
    defect: "getUserByEmail takes _ and % of an unknown address as wildcards",
    evidence: "LIKE or ILIKE for a comparison that ignores case; SEC-J8",
    make: breaking((good) => {
      const emails = remembered()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          emails.add(created.email)
          return created
        },
        getUserByEmail: (email) => good.getUserByEmail(emails.like(email, isLike) ?? email),
      }
    }),
  },
  {
    name: "unlinking-matches-the-start-of-a-provider",
    by: "exact-keys/absent-providers",
    defect: "unlinkAccount of an unknown account unlinks the same id at a provider with a longer name",
    evidence: "a range scan or SCAN with a prefix; SEC-C3",
    make: breaking((good) => {
      const providers = remembered()
      return {
        async linkAccount(account) {
          providers.add(account.provider)
          return good.linkAccount(account)
        },
        unlinkAccount: (key) => {
          const longer = providers.like(
            key?.provider,
            (text, start) => start !== "" && text.startsWith(start),
          )
          return good.unlinkAccount(longer ? { ...key, provider: longer } : key)
        },
      }
    }),
  },
  {
    name: "account-ids-as-doubles",
    by: "exact-keys/absent-account-ids",
    defect: "getUserByAccount compares ids that are numbers as numbers",
    evidence: "a numeric column, or the implicit conversion of MySQL; SEC-C1",
    make: breaking((good) => {
      const ids = remembered()
      return {
        async linkAccount(account) {
          ids.add(account.providerAccountId)
          return good.linkAccount(account)
        },
        getUserByAccount: (key) =>
          good.getUserByAccount({
            ...key,
            providerAccountId: ids.like(key?.providerAccountId, isSameNumber) ?? key?.providerAccountId,
          }),
      }
    }),
  },
  {
    name: "tokens-as-numbers",
    by: "exact-keys/absent-verification-tokens",
    defect: "useVerificationToken compares tokens that are numbers as numbers: 0e1 equals 0e2",
    evidence: "loose comparison; ASVS 15.3.5, SEC-E1",
    make: breaking((good) => {
      const tokens = remembered()
      return {
        async createVerificationToken(token) {
          tokens.add(token.token)
          return good.createVerificationToken(token)
        },
        useVerificationToken: (key) =>
          good.useVerificationToken({ ...key, token: tokens.like(key?.token, isSameNumber) ?? key?.token }),
      }
    }),
  },
  {
    name: "another-case-uses-up-the-token",
    by: "exact-keys/spellings-of-identifiers",
    defect: "the right token with the address in another case is deleted and not returned",
    evidence: "DELETE with a collation that ignores case, then a comparison in code; SEC-E1",
    make: breaking((good) => {
      const addresses = remembered()
      return {
        async createVerificationToken(token) {
          addresses.add(token.identifier)
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          const isCase = (text: string, given: string) => text.toLowerCase() === given.toLowerCase()
          const identifier = addresses.like(key?.identifier, isCase)
          if (identifier === undefined) return good.useVerificationToken(key)
          await good.useVerificationToken({ ...key, identifier })
          return null
        },
      }
    }),
  },
  {
    name: "deletion-matches-ids-as-patterns",
    by: "exact-keys/rows-of-similar-users",
    defect: "deleteUser also deletes the sessions of users whose ids match the deleted id as a pattern",
    evidence: "LIKE or KEYS over composed keys; SEC-J8",
    make: breaking((good) => {
      const sessions = new Map<string, string>()
      return {
        async createSession(session) {
          sessions.set(session.sessionToken, session.userId)
          return good.createSession(session)
        },
        async deleteUser(id) {
          for (const [token, userId] of sessions) if (isLike(userId, id)) await good.deleteSession(token)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "account-parts-joined-in-one-lookup",
    by: "exact-keys/joined-parts-of-accounts",
    defect: "getAccount joins the provider and the id with a dash",
    evidence: "composed keys of key-value stores; SEC-C3",
    make: breaking((good) => {
      const joined = new Map<string, readonly [string, string]>()
      return {
        async linkAccount({ ...account }) {
          const id = String(account.providerAccountId)
          joined.set(`${account.provider}-${id}`, [id, account.provider])
          return good.linkAccount(account)
        },
        async getAccount(id, provider) {
          const pair = joined.get(`${provider}-${id}`)
          return (await good.getAccount(id, provider)) ?? (pair ? good.getAccount(...pair) : null)
        },
      }
    }),
  },
  {
    name: "user-lookups-share-the-end-of-the-id",
    by: "exact-keys/absent-user-ids",
    defect: "concurrent calls of getUser with ids that end alike get the user of the first call",
    evidence: "calls in flight, found by a short hash of the key; SEC-D9",
    make: breaking((good) => {
      const inFlight = new Map<string, ReturnType<typeof good.getUser>>()
      return {
        async getUser(id) {
          const end = keyOf(String(id).slice(-4))
          const running = inFlight.get(end) ?? good.getUser(id)
          inFlight.set(end, running)
          try {
            return structuredClone(await running)
          } finally {
            inFlight.delete(end)
          }
        },
      }
    }),
  },
  {
    name: "passkeys-in-a-plain-object",
    by: "exact-keys/special-texts-find-no-passkeys",
    defect: 'listAuthenticatorsByUserId throws for "constructor"',
    evidence: "rows by user in an object with a prototype; SEC-J5",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(id) {
        const inherited = Reflect.get({}, id)
        if (inherited) throw new TypeError("rows is not iterable")
        return good.listAuthenticatorsByUserId(id)
      },
    })),
  },
]
