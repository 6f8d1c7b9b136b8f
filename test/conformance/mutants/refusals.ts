import { breaking, keyOf, type Mutant, succeeds } from "./mutant.ts"

/** Defects of calls that are refused, yet leave something changed. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: "refused-address-loses-the-old",
    defect: "a change to a taken address is refused, and the old address no longer finds the user",
    evidence: "two index writes without a transaction; SEC-B7",
    make: breaking((good) => {
      const lost = new Set<string>()
      return {
        async updateUser(user) {
          const before = await good.getUser(user.id)
          const update = good.updateUser(user)
          if (!(await succeeds(update)) && before?.email) lost.add(before.email)
          return update
        },
        getUserByEmail: async (email) => (lost.has(email) ? null : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "refused-link-loses-the-account",
    defect: "linking a taken account is refused, and its owner has lost it",
    evidence: "delete, then insert; SEC-B3",
    make: breaking((good) => ({
      async linkAccount(account) {
        const owner = await good.getUserByAccount(account)
        if (!owner || owner.id === account.userId) return good.linkAccount(account)
        await good.unlinkAccount(account)
        throw new Error("UNIQUE constraint failed")
      },
    })),
  },
  {
    name: "refused-session-ends-the-first",
    defect: "a second session of a token is refused, and the first one is gone",
    evidence: "delete, then insert; SEC-B5",
    make: breaking((good) => ({
      async createSession(session) {
        const created = good.createSession(session)
        if (!(await succeeds(created))) await good.deleteSession(session.sessionToken)
        return created
      },
    })),
  },
  {
    name: "refused-passkey-replaces-the-key",
    defect: "a second registration of a passkey is refused, and has replaced its public key",
    evidence: "write, then check; SEC-B4",
    make: breaking((good) => {
      const keys = new Map<string, string>()
      return {
        async createAuthenticator(authenticator) {
          keys.set(authenticator.credentialID, authenticator.credentialPublicKey)
          return good.createAuthenticator(authenticator)
        },
        async getAuthenticator(id) {
          const found = await good.getAuthenticator(id)
          return found && { ...found, credentialPublicKey: keys.get(id) }
        },
      }
    }),
  },
  {
    name: "third-wrong-token-voids",
    defect: "after three wrong tokens the right one is void: anyone can void another's link",
    evidence: "attempts counted by address in the adapter; SEC-E4",
    make: breaking((good) => {
      const misses = new Map<string, number>()
      return {
        async useVerificationToken(key) {
          const count = misses.get(key?.identifier) ?? 0
          const used = count < 3 ? await good.useVerificationToken(key) : null
          if (!used) misses.set(key?.identifier, count + 1)
          return used
        },
      }
    }),
  },
]

/** Defects of calls that reach further than they should, or not far enough. */
export const reachMutants: readonly Mutant[] = [
  {
    name: "sign-out-deletes-the-user",
    defect: "deleteSession takes the user along",
    evidence: "a cascade in the wrong direction",
    make: breaking((good) => ({
      async deleteSession(token) {
        const deleted = await good.deleteSession(token)
        if (deleted) await good.deleteUser(deleted.userId)
        return deleted
      },
    })),
  },
  {
    name: "unlinking-deletes-the-user",
    defect: "unlinkAccount takes the user along",
    evidence: "a cascade in the wrong direction",
    make: breaking((good) => ({
      async unlinkAccount(key) {
        const unlinked = await good.unlinkAccount(key)
        if (unlinked) await good.deleteUser(unlinked.userId)
        return unlinked
      },
    })),
  },
  {
    name: "taken-id-overwrites",
    defect: "createUser with an id that exists replaces that user",
    evidence: "@auth/unstorage-adapter, firebase: a write by id without a check",
    make: breaking((good) => ({
      async createUser(user) {
        const holder = user.id ? await good.getUser(user.id) : null
        return holder ? good.updateUser({ ...user, id: holder.id }) : good.createUser(user)
      },
    })),
  },
  {
    name: "undefined-address-drops-the-lookup",
    defect: "an update whose email is undefined removes the address from the index",
    evidence: "@auth/upstash-redis-adapter builds the key of undefined; SEC-A5",
    make: breaking((good) => {
      const dropped = new Set<string>()
      return {
        async updateUser(user) {
          const updated = await good.updateUser(user)
          if ("email" in user && user.email === undefined) dropped.add(updated.email)
          return updated
        },
        getUserByEmail: async (email) => (dropped.has(email) ? null : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "deleted-user-found-by-a-changed-address",
    defect: "a user who changed their address and was deleted is still found by the new one",
    evidence: "@auth/upstash-redis-adapter: the index of the first address alone is cleaned",
    make: breaking((good) => {
      const changed = new Map<string, object>()
      return {
        async updateUser(user) {
          const updated = await good.updateUser(user)
          if (user.email) changed.set(user.email, updated)
          return updated
        },
        getUserByEmail: async (email) => (await good.getUserByEmail(email)) ?? changed.get(email) ?? null,
      }
    }),
  },
  {
    name: "numeric-unlink-lost",
    defect: "an account is not unlinked by a number",
    evidence: "providers of @auth/core hand over numbers; SEC-C1",
    make: breaking((good) => ({
      unlinkAccount: async (key) =>
        typeof key?.providerAccountId === "number" ? undefined : good.unlinkAccount(key),
    })),
  },
  {
    name: "passkey-list-of-ten",
    defect: "listAuthenticatorsByUserId answers with the first ten",
    evidence: "a page size of the store; §4: all authenticators of the user",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) => (await good.listAuthenticatorsByUserId(id)).slice(0, 10),
    })),
  },
  {
    name: "link-moves-all-accounts",
    defect: "linkAccount hands all accounts of the provider to the user",
    evidence: "an UPDATE whose WHERE got lost",
    make: breaking((good) => {
      const linked = new Map<string, Parameters<typeof good.linkAccount>[0]>()
      return {
        async linkAccount(account) {
          const stored = await good.linkAccount(account)
          for (const other of linked.values())
            if (other.provider === account.provider && (await good.unlinkAccount(other)))
              await good.linkAccount({ ...other, userId: account.userId })
          linked.set(keyOf(stored.provider, stored.providerAccountId), account)
          return stored
        },
      }
    }),
  },
]
