import type { User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of the email address as a key. */
export const emailMutants: readonly Mutant[] = [
  {
    name: "old-email-still-finds",
    by: "email-changes/move-the-lookup",
    defect: "after a change of email the old address still finds the user",
    evidence: "@auth/upstash-redis-adapter, unstorage, dynamodb",
    make: breaking((good) => {
      const olds = new Map<string, string>()
      return {
        async updateUser(user) {
          const before = await good.getUser(user.id)
          if (before?.email && user.email && before.email !== user.email) olds.set(before.email, user.id)
          return good.updateUser(user)
        },
        async getUserByEmail(email) {
          const found = await good.getUserByEmail(email)
          const old = olds.get(email)
          return found ?? (old ? good.getUser(old) : null)
        },
      }
    }),
  },
  {
    name: "own-former-email-taken",
    by: "email-changes/back-to-a-former-address",
    defect: "a user cannot go back to a former address, which still counts as taken",
    evidence: "a table of addresses to which changes only add; SEC-B7",
    make: breaking((good) => {
      const formers = new Map<string, Set<string>>()
      return {
        async updateUser(user) {
          const before = await good.getUser(user.id)
          const former = formers.get(user.id) ?? new Set()
          if (user.email && former.has(user.email)) throw new Error("The email is taken.")
          const updated = await good.updateUser(user)
          if (before && before.email !== updated.email) formers.set(user.id, former.add(before.email))
          return updated
        },
      }
    }),
  },
  {
    name: "new-email-finds-no-user",
    by: "email-changes/move-the-lookup",
    defect: "after a change of email the new address finds no user",
    evidence: "@auth/dynamodb-adapter: the index key is not moved",
    make: breaking((good) => {
      const changed = new Set<string>()
      return {
        async updateUser(user) {
          if (user.email) changed.add(user.email)
          return good.updateUser(user)
        },
        getUserByEmail: async (email) => (changed.has(email) ? null : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "stale-copy-by-email",
    by: "user-updates/every-lookup-sees-them",
    defect: "getUserByEmail returns a copy that updateUser does not update",
    evidence: "@auth/azure-tables-adapter",
    make: breaking((good) => {
      const copies = new Map<string, User>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          copies.set(created.id, created)
          return created
        },
        async getUserByEmail(email) {
          const found = await good.getUserByEmail(email)
          return found && { ...copies.get(found.id), email: found.email }
        },
      }
    }),
  },
  {
    name: "email-change-steals",
    by: "email-changes/taken-address-is-refused",
    defect: "updateUser to a taken email moves the address to this user",
    evidence: "SEC-B7; key-value stores without a check",
    make: breaking((good) => ({
      async updateUser(user) {
        const owner = user.email ? await good.getUserByEmail(user.email) : null
        if (owner && owner.id !== user.id) await good.updateUser({ id: owner.id, email: null })
        return good.updateUser(user)
      },
    })),
  },
  {
    name: "old-email-stays-taken",
    by: "email-changes/free-the-old-address",
    defect: "an address that was changed cannot be used again",
    evidence: "SEC-B7; a unique row that is never released",
    make: breaking((good) => {
      const held = new Set<string>()
      return {
        async createUser(user) {
          if (user.email && held.has(user.email)) throw new Error("duplicate key")
          return good.createUser(user)
        },
        async updateUser(user) {
          const before = await good.getUser(user.id)
          const after = await good.updateUser(user)
          if (before?.email && before.email !== after.email) held.add(before.email)
          return after
        },
      }
    }),
  },
  {
    name: "email-matched-by-pattern",
    by: "exact-keys/special-texts-find-no-users",
    defect: "getUserByEmail uses LIKE: `_` in an address matches any character",
    evidence: "SEC-J8",
    make: breaking((good) => {
      const emails = new Set<string>()
      return {
        async createUser(user) {
          if (user.email) emails.add(user.email)
          return good.createUser(user)
        },
        async getUserByEmail(email) {
          const found = await good.getUserByEmail(email)
          if (found || !/[_%]/.test(email)) return found
          const pattern = new RegExp(
            `^${email.replace(/[.+]/g, "\\$&").replaceAll("_", ".").replaceAll("%", ".*")}$`,
          )
          const similar = [...emails].find((each) => pattern.test(each))
          return similar ? good.getUserByEmail(similar) : null
        },
      }
    }),
  },
]
