import type { Adapter } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

const orm = "an ORM that leaves out conditions whose value is undefined"

/** Remembers the keys that were stored, for calls that reach all of them. */
const remembering = <Key>() => {
  const keys: Key[] = []
  return { keys, add: (key: Key) => void keys.push(key) }
}

const rememberingAccounts = (good: Adapter) => {
  const { keys, add } = remembering<{ provider: string; providerAccountId: string }>()
  const linkAccount: Adapter["linkAccount"] = (account) => {
    add({ provider: account.provider, providerAccountId: String(account.providerAccountId) })
    return good.linkAccount(account)
  }
  return { keys, linkAccount }
}

/** Defects of operations that get no key or half of one, and of addresses that are cleared. */
export const missingKeyMutants: readonly Mutant[] = [
  {
    name: "unlinking-without-an-id",
    by: "missing-keys/of-accounts",
    defect: "unlinkAccount without an id unlinks every account of the provider",
    evidence: orm,
    make: breaking((good) => {
      const { keys, linkAccount } = rememberingAccounts(good)
      return {
        linkAccount,
        async unlinkAccount(key) {
          if (key?.providerAccountId !== undefined) return good.unlinkAccount(key)
          for (const each of keys) if (each.provider === key?.provider) await good.unlinkAccount(each)
          return undefined
        },
      }
    }),
  },
  {
    name: "sign-out-without-a-token",
    by: "missing-keys/of-sessions",
    defect: "deleteSession without a token deletes every session",
    evidence: orm,
    make: breaking((good) => {
      const { keys, add } = remembering<string>()
      return {
        async createSession(session) {
          add(session.sessionToken)
          return good.createSession(session)
        },
        async deleteSession(token) {
          if (token !== undefined) return good.deleteSession(token)
          for (const each of keys) await good.deleteSession(each)
          return undefined
        },
      }
    }),
  },
  {
    name: "account-without-a-provider",
    by: "missing-keys/of-accounts",
    defect: "getAccount without a provider finds the first account with the id",
    evidence: orm,
    make: breaking((good) => {
      const { keys, linkAccount } = rememberingAccounts(good)
      return {
        linkAccount,
        async getAccount(id, provider) {
          const found = keys.find(({ providerAccountId }) => providerAccountId === id)
          return good.getAccount(id, provider ?? found?.provider)
        },
      }
    }),
  },
  {
    name: "passkeys-without-a-user",
    by: "missing-keys/of-passkeys",
    defect: "listAuthenticatorsByUserId without an id lists the passkeys of all users",
    evidence: orm,
    make: breaking((good) => {
      const { keys, add } = remembering<string>()
      return {
        async createAuthenticator(passkey) {
          add(passkey.credentialID)
          return good.createAuthenticator(passkey)
        },
        async listAuthenticatorsByUserId(id) {
          if (id) return good.listAuthenticatorsByUserId(id)
          return (await Promise.all(keys.map((key) => good.getAuthenticator(key)))).flatMap(
            (row) => row ?? [],
          )
        },
      }
    }),
  },
  {
    name: "cleared-address-still-finds",
    by: "email-changes/cleared-address-is-free",
    defect: "an address that was cleared with null still finds its former user",
    evidence: "`if (changes.email)` before the index is moved",
    make: breaking((good) => {
      const owners = new Map<string, string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          if (created.email) owners.set(created.email, created.id)
          return created
        },
        async updateUser(changes) {
          const { email } = (await good.getUser(changes.id)) ?? {}
          const updated = await good.updateUser(changes)
          if (updated.email && email && updated.email !== email) owners.delete(email)
          return updated
        },
        async deleteUser(id) {
          for (const [email, owner] of owners) if (owner === id) owners.delete(email)
          return good.deleteUser(id)
        },
        getUserByEmail: async (email) =>
          (await good.getUserByEmail(email)) ?? good.getUser(owners.get(email) ?? ""),
      }
    }),
  },
  {
    name: "deletion-without-an-address",
    by: "cascades/tokens",
    defect: "deleting a user who has no address deletes the tokens of all addresses",
    evidence: "`identifier LIKE COALESCE(email, '%')`",
    make: breaking((good) => {
      const { keys, add } = remembering<{ identifier: string; token: string }>()
      return {
        async createVerificationToken(token) {
          add({ identifier: token.identifier, token: token.token })
          return good.createVerificationToken(token)
        },
        async deleteUser(id) {
          const user = await good.getUser(id)
          if (user && !user.email) for (const key of keys) await good.useVerificationToken(key)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "refused-session-deletes-the-first",
    by: "untouched/by-refused-writes",
    defect: "createSession for an absent user removes the session of the same token that was stored before",
    evidence: "a clean-up after an error that deletes by key; SEC-B5",
    make: breaking((good) => ({
      async createSession(session) {
        if (!(await good.getUser(session.userId))) await good.deleteSession(session.sessionToken)
        return good.createSession(session)
      },
    })),
  },
  {
    name: "counter-restores-a-passkey",
    by: "late-writes/passkeys",
    defect: "updateAuthenticatorCounter writes the passkey back that it read before the user was deleted",
    evidence: "a read, a change and a write instead of an update; SEC-A4",
    make: breaking((good) => {
      const restored = new Map<string, object>()
      return {
        async updateAuthenticatorCounter(id, counter) {
          const before = await good.getAuthenticator(id)
          if (before) await pause()
          if (!before || (await good.getAuthenticator(id)))
            return good.updateAuthenticatorCounter(id, counter)
          restored.set(id, { ...before, counter })
          return { ...before, counter }
        },
        getAuthenticator: async (id) => (await good.getAuthenticator(id)) ?? restored.get(id) ?? null,
      }
    }),
  },
  {
    name: "update-inherits-from-the-input",
    by: "odd-values/prototypes-stay-clean",
    defect:
      "updateUser returns a copy of its input with the row, and a field __proto__ becomes its prototype",
    evidence: "Object.assign({}, input, row) with the result of JSON.parse; SEC-J5",
    make: breaking((good) => ({
      async updateUser(changes) {
        const row = await good.updateUser(changes)
        const known = Object.entries(changes).filter(([name]) => name in row)
        return Object.assign({}, Object.fromEntries(known), row)
      },
    })),
  },
]
