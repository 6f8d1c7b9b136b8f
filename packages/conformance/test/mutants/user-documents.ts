import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** Defects of stores that keep the rows of a user together, or decide by the user what belongs to a row. */
export const userDocumentMutants: readonly Mutant[] = [
  {
    name: "counters-in-a-user-document",
    by: "lost-writes/passkeys",
    defect: "of two concurrent counter updates of one user, the document that is written last wins",
    evidence: "passkeys in an array of the user, read and written back; SEC-B9",
    make: breaking((good) => {
      const writers = new Map<string, symbol>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          const found = await good.getAuthenticator(id)
          if (!found) return good.updateAuthenticatorCounter(id, counter)
          const own = Symbol("writer")
          writers.set(found.userId, own)
          await pause()
          return writers.get(found.userId) === own
            ? good.updateAuthenticatorCounter(id, counter)
            : { ...found, counter }
        },
      }
    }),
  },
  {
    name: "sessions-in-a-user-document",
    by: "lost-writes/sessions",
    defect: "a session that is deleted while another one of the user is extended stays",
    evidence: "sessions in an array of the user, read and written back; SEC-B9",
    make: breaking((good) => {
      const extending = new Map<string, number>()
      const count = (id: string) => extending.get(id) ?? 0
      return {
        async updateSession(session) {
          const userId = (await good.getSessionAndUser(session.sessionToken))?.user.id ?? ""
          extending.set(userId, count(userId) + 1)
          await pause()
          extending.set(userId, count(userId) - 1)
          return good.updateSession(session)
        },
        async deleteSession(token) {
          const found = await good.getSessionAndUser(token)
          await null
          if (found && count(found.user.id) > 0) return found.session
          return good.deleteSession(token)
        },
      }
    }),
  },
  {
    name: "taken-id-told-as-success",
    by: "one-winner/user-ids",
    defect: "of two concurrent sign-ups with one id, both succeed and one user is lost",
    evidence: "a write by id without a check; §4 createUser",
    make: breaking((good) => {
      const starting = new Set<string>()
      return {
        async createUser(user) {
          const id = user.id ?? crypto.randomUUID()
          const isSecond = starting.has(id)
          starting.add(id)
          await pause()
          try {
            if (isSecond) return { ...user, id }
            return await good.createUser({ ...user, id })
          } finally {
            starting.delete(id)
          }
        },
      }
    }),
  },
  {
    name: "uses-in-flight-by-text",
    by: "concurrent-lookups/same-token",
    defect: "of two concurrent uses of tokens with the same text, the second returns null",
    evidence: "a lock on the text of the token instead of the whole key; SEC-E1",
    make: breaking((good) => {
      const inFlight = new Set<string>()
      return {
        async useVerificationToken(key) {
          const text = keyOf(key?.token)
          if (inFlight.has(text)) return null
          inFlight.add(text)
          await pause()
          inFlight.delete(text)
          return good.useVerificationToken(key)
        },
      }
    }),
  },
  {
    name: "undefined-name-beside-an-address",
    by: "user-updates/undefined-leaves-a-field",
    defect: "an update of the address with an undefined name clears the name",
    evidence: "one of two statements without a check for undefined; SEC-A5",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(user.email && "name" in user ? { ...user, name: user.name ?? null } : user),
    })),
  },
  {
    name: "moved-session-is-extended",
    by: "session-updates/new-owner-is-the-only-owner",
    defect: "updateSession with a new owner also moves the expiry",
    evidence: "a default of the column in an upsert; SEC-A5",
    make: breaking((good) => ({
      updateSession: (session) =>
        good.updateSession(
          session.userId ? { expires: new Date(Date.now() + 86_400_000), ...session } : session,
        ),
    })),
  },
  {
    name: "passkey-accounts-survive",
    by: "cascades/accounts",
    defect: "getAccount finds accounts of type webauthn after their user was deleted",
    evidence: "a cascade over the types that the adapter knows; SEC-B6",
    make: breaking((good) => {
      const accounts = new Map<string, object>()
      return {
        async linkAccount(account) {
          if (account.type === "webauthn")
            accounts.set(keyOf(account.provider, account.providerAccountId), { ...account })
          return good.linkAccount(account)
        },
        getAccount: async (id, provider) =>
          (await good.getAccount(id, provider)) ?? accounts.get(keyOf(provider, id)) ?? null,
      }
    }),
  },
  {
    name: "tokens-of-a-new-address-survive",
    by: "deletions/tokens-of-a-new-address-go",
    defect: "deleteUser deletes the tokens of the address that the user signed up with",
    evidence: "a copy of the address that updateUser does not change; SEC-B6",
    make: breaking((good) => {
      const moved = new Set<string>()
      return {
        async updateUser(user) {
          if (user.email) moved.add(user.id)
          return good.updateUser(user)
        },
        async deleteUser(id) {
          if (moved.has(id)) await good.updateUser({ id, email: `${id}@example.com` })
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "deleted-user-with-a-text-date",
    by: "deletions/user-is-gone",
    defect: "deleteUser returns emailVerified as text",
    evidence: "@auth/neo4j-adapter converts only some results",
    make: breaking((good) => ({
      async deleteUser(id) {
        const deleted = await good.deleteUser(id)
        return deleted && { ...deleted, emailVerified: deleted.emailVerified?.toISOString() ?? null }
      },
    })),
  },
  {
    name: "backed-up-after-a-sign-in",
    by: "untouched/by-update-authenticator-counter",
    defect: "getAuthenticator returns credentialBackedUp true after a counter update",
    evidence: "an update that writes the defaults of other columns; §4",
    make: breaking((good) => {
      const updated = new Set<string>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          updated.add(id)
          return good.updateAuthenticatorCounter(id, counter)
        },
        async getAuthenticator(id) {
          const found = await good.getAuthenticator(id)
          return found && updated.has(id) ? { ...found, credentialBackedUp: true } : found
        },
      }
    }),
  },
]
