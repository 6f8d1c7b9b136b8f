import { breaking, type Mutant, pause } from "./mutant.ts"

/** Keeps the newest values only, and returns those that were pushed out. */
const bounded = <Value>(size: number) => {
  const values: Value[] = []
  return (value: Value): Value[] => {
    values.push(value)
    return values.length > size ? values.splice(0, values.length - size) : []
  }
}

const german = (text: string): string => (typeof text === "string" ? text.replaceAll("ß", "ss") : text)

/** Defects of tables that evict rows, and of keys that are folded or used again. */
export const foldedAndEvictedMutants: readonly Mutant[] = [
  {
    name: "users-evicted-at-3000",
    by: "large-tables/users",
    defect: "the user table holds three thousand rows and evicts the oldest",
    evidence: "a store with maxmemory-policy allkeys-lru; SEC-N8",
    make: breaking((good) => {
      const evicted = bounded<string>(3_000)
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          for (const id of evicted(created.id)) await good.deleteUser(id)
          return created
        },
      }
    }),
  },
  {
    name: "tokens-evicted-at-3000",
    by: "large-tables/tokens",
    defect: "the token table holds three thousand rows and evicts the oldest",
    evidence: "a store with maxmemory-policy allkeys-lru; SEC-N8",
    make: breaking((good) => {
      const evicted = bounded<{ identifier: string; token: string }>(3_000)
      return {
        async createVerificationToken(token) {
          const created = await good.createVerificationToken(token)
          for (const { identifier, token: text } of evicted(token))
            await good.useVerificationToken({ identifier, token: text })
          return created
        },
      }
    }),
  },
  {
    name: "passkeys-hidden-after-3000",
    by: "large-tables/passkeys",
    defect: "passkeys are not found once three thousand newer ones were registered",
    evidence: "a scan that ends after some pages",
    make: breaking((good) => {
      const hidden = new Set<string>()
      const evicted = bounded<string>(3_000)
      return {
        async createAuthenticator(passkey) {
          for (const id of evicted(passkey.credentialID)) hidden.add(id)
          return good.createAuthenticator(passkey)
        },
        getAuthenticator: async (id) => (hidden.has(id) ? null : good.getAuthenticator(id)),
      }
    }),
  },
  {
    name: "accounts-in-german",
    by: "exact-keys/separate-account-ids",
    defect: "a sharp s and a double s are the same in account ids",
    evidence: "utf8mb4_unicode_ci; SEC-J10",
    make: breaking((good) => ({
      getAccount: (id, provider) => good.getAccount(german(id as string), provider),
    })),
  },
  {
    name: "verification-tokens-in-german",
    by: "exact-keys/separate-verification-tokens",
    defect: "a sharp s and a double s are the same in verification tokens",
    evidence: "utf8mb4_unicode_ci; SEC-J10",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, token: german(token.token) }),
      useVerificationToken: (key) => good.useVerificationToken({ ...key, token: german(key.token) }),
    })),
  },
  {
    name: "passkey-ids-in-german",
    by: "exact-keys/separate-passkey-ids",
    defect: "a counter update of a passkey id with a sharp s changes the one with a double s",
    evidence: "utf8mb4_unicode_ci; SEC-J10",
    make: breaking((good) => ({
      updateAuthenticatorCounter: (id, counter) => good.updateAuthenticatorCounter(german(id), counter),
    })),
  },
  {
    name: "user-ids-ignore-case",
    by: "exact-keys/separate-user-ids",
    defect: "getUser finds a user by an id in another case",
    evidence: "utf8mb4_unicode_ci; SEC-J10",
    make: breaking((good) => {
      const ids = new Map<string, string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          ids.set(created.id.toLowerCase(), created.id)
          return created
        },
        getUser: async (id) => good.getUser(typeof id === "string" ? (ids.get(id.toLowerCase()) ?? id) : id),
      }
    }),
  },
  {
    name: "passkeys-outlive-an-id",
    by: "reused-keys/of-users",
    defect: "a new user with the id of a deleted user has the passkeys of the deleted user",
    evidence: "a list of passkeys that deleteUser does not delete",
    make: breaking((good) => {
      const lists = new Map<string, object[]>()
      return {
        async createAuthenticator(passkey) {
          const created = await good.createAuthenticator(passkey)
          lists.set(passkey.userId, [...(lists.get(passkey.userId) ?? []), created])
          return created
        },
        async listAuthenticatorsByUserId(id) {
          const listed = await good.listAuthenticatorsByUserId(id)
          return listed.length === 0 && (await good.getUser(id))
            ? structuredClone(lists.get(id) ?? [])
            : listed
        },
      }
    }),
  },
  {
    name: "token-texts-are-remembered",
    by: "reused-keys/of-tokens",
    defect: "a token that is created again after it was used never works",
    evidence: "a list of used tokens that is never cleared",
    make: breaking((good) => {
      const used = new Set<string>()
      return {
        async useVerificationToken(key) {
          const answer = used.has(key.token) ? null : await good.useVerificationToken(key)
          if (answer) used.add(key.token)
          return answer
        },
      }
    }),
  },
  {
    name: "longer-addresses-deleted-too",
    by: "exact-keys/users-of-similar-addresses",
    defect: "deleting a user deletes users whose address ends with the same text",
    evidence: "LIKE '%address'",
    make: breaking((good) => {
      const users = new Map<string, string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          users.set(created.id, user.email ?? "")
          return created
        },
        async deleteUser(id) {
          const email = users.get(id)
          for (const [other, address] of users)
            if (email && other !== id && address.endsWith(email)) await good.deleteUser(other)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "spellings-checked-then-changed",
    by: "spellings/one-change-of-address",
    defect: "two users who change at once to two spellings of an address both succeed",
    evidence: "a unique index on the address as typed; SEC-C10",
    make: breaking((good) => ({
      async updateUser(user) {
        const { email } = user
        const free = typeof email === "string" && !(await good.getUserByEmail(email))
        await pause()
        if (!free || !(await good.getUserByEmail(email))) return good.updateUser(user)
        return {
          ...(await good.updateUser({ ...user, email: `twin-${crypto.randomUUID()}@example.com` })),
          email,
        }
      },
    })),
  },
  {
    name: "ids-are-counted",
    by: "bursts/ids-are-not-counted",
    defect: "a user without an id gets the number of users as id, which another user may have",
    evidence: "ids made of a count of rows",
    make: breaking((good) => {
      const alive: string[] = []
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          const taken = user.id ? undefined : alive[alive.length - 1]
          alive.push(created.id)
          return alive.length % 2 === 0 && taken ? { ...created, id: taken } : created
        },
      }
    }),
  },
  {
    name: "verified-at-in-whole-hours",
    by: "clock-changes/of-users",
    defect: "the user of a session has an emailVerified in whole hours",
    evidence: "a join that formats dates; SEC-A6",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        found?.user.emailVerified?.setUTCMinutes(0)
        return found
      },
    })),
  },
]
