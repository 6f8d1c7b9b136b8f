import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** Defects of writes that pass through a state that a concurrent lookup must not see. */
export const tornWriteMutants: readonly Mutant[] = [
  {
    name: "extension-deletes-and-inserts",
    by: "lookups-during/change-of-sessions",
    defect: "a session is absent for a moment while it is extended",
    evidence: "stores without an update; SEC-B9",
    make: breaking((good) => ({
      async updateSession(session) {
        const found = await good.getSessionAndUser(session.sessionToken)
        if (!found) return null
        await good.deleteSession(session.sessionToken)
        await null
        return good.createSession({ ...found.session, ...(session.expires && { expires: session.expires }) })
      },
    })),
  },
  {
    name: "update-in-two-steps",
    by: "lookups-during/change-of-users",
    defect: "a lookup during an update of a user sees the new name with the old picture",
    evidence: "one UPDATE per field, without a transaction",
    make: breaking((good) => ({
      async updateUser({ id, name, ...rest }) {
        if (name !== undefined) await good.updateUser({ id, name })
        return good.updateUser({ id, ...rest })
      },
    })),
  },
  {
    name: "passkey-absent-during-use",
    by: "lookups-during/change-of-passkeys",
    defect: "a passkey is absent from the list for a moment while its counter is updated",
    evidence: "@auth/unstorage-adapter rewrites the list of passkeys",
    make: breaking((good) => {
      const busy = new Set<string>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          busy.add(id)
          try {
            await pause()
            return await good.updateAuthenticatorCounter(id, counter)
          } finally {
            busy.delete(id)
          }
        },
        async listAuthenticatorsByUserId(userId) {
          const listed = await good.listAuthenticatorsByUserId(userId)
          return listed.filter(({ credentialID }) => !busy.has(credentialID))
        },
      }
    }),
  },
  {
    name: "address-index-moved-late",
    by: "lookups-during/change-of-users",
    defect: "for a moment after a change of address, the old address still finds the user",
    evidence: "an index that is written after the answer; SEC-B7",
    make: breaking((good) => {
      const old = new Map<string, string>()
      return {
        async updateUser(user) {
          const before = user.email === undefined ? null : await good.getUser(user.id)
          const updated = await good.updateUser(user)
          if (before) {
            old.set(before.email, user.id)
            setTimeout(() => old.delete(before.email), 1)
          }
          return updated
        },
        async getUserByEmail(email) {
          const former = old.get(email)
          return former === undefined ? good.getUserByEmail(email) : good.getUser(former)
        },
      }
    }),
  },
  {
    name: "spellings-checked-then-inserted",
    by: "spellings/one-sign-up",
    defect: "two spellings of one address that sign up at once become two users",
    evidence: "a unique index on the address as typed; SEC-C10",
    make: breaking((good) => {
      const twins = new Map<string, string>()
      const canonical = (email: string) => email.trim().toLowerCase()
      return {
        async createUser(user) {
          const { email } = user
          if (typeof email !== "string") return good.createUser(user)
          if (await good.getUserByEmail(email)) return good.createUser(user)
          if (twins.has(keyOf(email))) throw new Error("email is taken")
          twins.set(keyOf(email), email)
          await pause()
          const taken = (await good.getUserByEmail(email)) && email !== canonical(email)
          return taken
            ? {
                ...(await good.createUser({ ...user, email: `twin-${crypto.randomUUID()}@example.com` })),
                email,
              }
            : good.createUser(user)
        },
      }
    }),
  },
  {
    name: "own-spelling-is-a-conflict",
    by: "spellings/own-address-is-no-conflict",
    defect: "a user cannot change the case of their own address",
    evidence: "a check for the address without the id of the user",
    make: breaking((good) => ({
      async updateUser(user) {
        const { id, email } = user
        const holder = typeof email === "string" ? await good.getUserByEmail(email) : null
        if (holder?.id === id && holder.email !== email) throw new Error("email is taken")
        return good.updateUser(user)
      },
    })),
  },
  {
    name: "spelling-stored-twice",
    by: "spellings/what-finds-a-user-is-taken",
    defect: "another spelling of a taken address can sign up, although it finds the first user",
    evidence: "a lookup that folds case over a unique index that does not",
    make: breaking((good) => ({
      async createUser(user) {
        const { email } = user
        const holder = typeof email === "string" ? await good.getUserByEmail(email) : null
        if (!holder || holder.email === email) return good.createUser(user)
        const created = await good.createUser({ ...user, email: `twin-${crypto.randomUUID()}@example.com` })
        return { ...created, email }
      },
    })),
  },
]
