import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects of calls that touch more rows than they should, or too few. */
export const wrongScopeMutants: readonly Mutant[] = [
  {
    name: "sign-out-deletes-the-user",
    by: "sign-outs/others-stay",
    defect: "deleteSession also deletes the user",
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
    by: "unlinking/others-stay",
    defect: "unlinkAccount also deletes the user",
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
    by: "reused-keys/of-existing-users",
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
    by: "missing-keys/undefined-address-in-an-update",
    defect: "an update whose email is undefined removes the address from the index",
    evidence: "@auth/upstash-redis-adapter builds the key from undefined; SEC-A5",
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
    by: "late-writes/removed-users",
    defect: "a user who changed their address and was deleted is still found by the new one",
    evidence: "@auth/upstash-redis-adapter: only the index entry of the first address is deleted",
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
    by: "key-types/numeric-ids-are-unlinked",
    defect: "an account cannot be unlinked by a numeric id",
    evidence: "providers of @auth/core pass numbers; SEC-C1",
    make: breaking((good) => ({
      unlinkAccount: async (key) =>
        typeof key?.providerAccountId === "number" ? undefined : good.unlinkAccount(key),
    })),
  },
  {
    name: "passkey-list-of-ten",
    by: "lost-writes/passkeys",
    defect: "listAuthenticatorsByUserId returns the first ten",
    evidence: "a page size of the store; §4: all authenticators of the user",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) => (await good.listAuthenticatorsByUserId(id)).slice(0, 10),
    })),
  },
  {
    name: "link-moves-all-accounts",
    by: "exact-keys/separate-account-ids",
    defect: "linkAccount moves all accounts of the provider to the user",
    evidence: "an UPDATE without a WHERE",
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
