import { breaking, type Mutant, pause } from "./mutant.ts"

type Tokens = Map<string, Set<string>>

const addTo = (map: Tokens, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

/** Defects of calls that change rows which they do not name, or leave rows behind. */
export const sideEffectMutants: readonly Mutant[] = [
  {
    name: "unlinking-ends-all-sessions",
    by: "untouched/by-unlink-account",
    defect: "unlinkAccount also deletes the sessions of the user",
    evidence: "a trigger on the accounts table",
    make: breaking((good) => {
      const sessions: Tokens = new Map()
      return {
        async createSession(session) {
          addTo(sessions, session.userId, session.sessionToken)
          return good.createSession(session)
        },
        async unlinkAccount(key) {
          const unlinked = await good.unlinkAccount(key)
          for (const token of sessions.get(unlinked?.userId ?? "") ?? []) await good.deleteSession(token)
          return unlinked
        },
      }
    }),
  },
  {
    name: "counter-of-all-passkeys-of-an-account",
    by: "untouched/by-update-authenticator-counter",
    defect: "updateAuthenticatorCounter updates every passkey with the same providerAccountId",
    evidence: "an UPDATE by the foreign key instead of the credential",
    make: breaking((good) => {
      const passkeys: Tokens = new Map()
      return {
        async createAuthenticator(passkey) {
          addTo(passkeys, passkey.providerAccountId, passkey.credentialID)
          return good.createAuthenticator(passkey)
        },
        async updateAuthenticatorCounter(id, counter) {
          const updated = await good.updateAuthenticatorCounter(id, counter)
          for (const other of passkeys.get(updated.providerAccountId) ?? [])
            await good.updateAuthenticatorCounter(other, counter).catch(() => null)
          return updated
        },
      }
    }),
  },
  {
    name: "using-a-token-verifies-the-address",
    by: "untouched/by-use-verification-token",
    defect: "useVerificationToken sets emailVerified of the user",
    evidence: "a convenience of the adapter; the client calls updateUser for this",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        const user = used && (await good.getUserByEmail(used.identifier))
        if (user) await good.updateUser({ id: user.id, emailVerified: new Date() })
        return used
      },
    })),
  },
  {
    name: "using-a-token-verifies-a-new-address",
    by: "untouched/by-use-verification-token",
    defect: "useVerificationToken sets emailVerified of a user who has none",
    evidence: "a convenience of the adapter; the client calls updateUser for this",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        const user = used && (await good.getUserByEmail(used.identifier))
        if (user?.emailVerified === null) await good.updateUser({ id: user.id, emailVerified: new Date() })
        return used
      },
    })),
  },
  {
    name: "reading-extends-the-session",
    by: "untouched/by-lookups",
    defect: "getSessionAndUser moves the expiry to thirty days from now",
    evidence: "sliding expiration of a cache; §3: updateSession extends",
    make: breaking((good) => ({
      async getSessionAndUser(sessionToken) {
        const found = await good.getSessionAndUser(sessionToken)
        const expires = new Date(Date.now() + 30 * 86_400_000)
        if (found) await good.updateSession({ sessionToken, expires })
        return found
      },
    })),
  },
  {
    name: "moved-session-stays-in-the-index",
    by: "session-updates/new-owner-is-the-only-owner",
    defect: "deleteUser deletes a session that was moved to another user before",
    evidence: "an index of sessions by user that updateSession does not update; I9",
    make: breaking((good) => {
      const created: Tokens = new Map()
      return {
        async createSession(session) {
          addTo(created, session.userId, session.sessionToken)
          return good.createSession(session)
        },
        async deleteUser(id) {
          for (const token of created.get(id) ?? []) await good.deleteSession(token)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "hundred-sessions-deleted",
    by: "many-rows/sessions",
    defect: "deleteUser leaves all sessions after the hundredth, which work when the id exists again",
    evidence: "a page size of the deletion; SEC-B6",
    make: breaking((good) => {
      const sessions = new Map<string, Parameters<typeof good.createSession>[0][]>()
      return {
        async createSession(session) {
          sessions.set(session.userId, [...(sessions.get(session.userId) ?? []), { ...session }])
          return good.createSession(session)
        },
        async createUser(user) {
          const created = await good.createUser(user)
          for (const session of (sessions.get(created.id) ?? []).slice(100)) await good.createSession(session)
          return created
        },
      }
    }),
  },
  {
    name: "account-of-a-deleted-user-is-read",
    by: "late-writes/accounts",
    defect: "an account that was linked while its user was deleted is found by getAccount",
    evidence: "a check of the user before the insert, without a foreign key; SEC-B6",
    make: breaking((good) => {
      const orphans = new Map<string, object>()
      return {
        async linkAccount(account) {
          const user = await good.getUser(account.userId)
          await pause()
          try {
            return await good.linkAccount(account)
          } catch (error) {
            if (!user || (await good.getUser(account.userId))) throw error
            orphans.set(String(account.providerAccountId), { ...account })
            return { ...account }
          }
        },
        getAccount: async (id, provider) =>
          (await good.getAccount(id, provider)) ?? orphans.get(String(id)) ?? null,
      }
    }),
  },
  {
    name: "refused-passkey-counts",
    by: "untouched/by-refused-writes",
    defect: "a passkey that is registered a second time is refused, but its counter is stored",
    evidence: "an upsert before the check; SEC-B4",
    make: breaking((good) => ({
      async createAuthenticator(passkey) {
        await good.updateAuthenticatorCounter(passkey.credentialID, passkey.counter).catch(() => null)
        return good.createAuthenticator(passkey)
      },
    })),
  },
]
