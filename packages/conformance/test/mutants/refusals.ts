import { breaking, type Mutant, succeeds } from "./mutant.ts"

/** Defects of calls that are refused but still change a row. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: "refused-address-loses-the-old",
    by: "email-changes/one-winner",
    defect: "a change to a taken address is refused, but the old address no longer finds the user",
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
    by: "linking/refused-link-changes-nothing",
    defect: "linking a taken account is refused, but unlinks it from its owner",
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
    by: "sessions/taken-token-is-refused",
    defect: "a second session with a token is refused, but the first one is deleted",
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
    by: "authenticators/taken-id-is-refused",
    defect: "a second registration of a passkey is refused, but replaces its public key",
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
    by: "exact-keys/absent-verification-tokens",
    defect:
      "after three wrong tokens the right one is invalid: an attacker can invalidate another user's link",
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
