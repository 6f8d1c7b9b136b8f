import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** Rows that were written while their user was deleted. They are stored when the id exists again. */
const leftBehind = <Row extends { userId: string }>() => {
  const rows = new Map<string, Row>()
  return {
    add: (key: string, row: Row) => rows.set(key, structuredClone(row)),
    of(userId: string): Row[] {
      const own = [...rows].filter(([, row]) => row.userId === userId)
      for (const [key] of own) rows.delete(key)
      return own.map(([, row]) => row)
    },
  }
}

const evidence = "a check of the user before the insert, without a foreign key; SEC-B6"

/** Defects of sessions, accounts and passkeys whose user is deleted or changes while they are written. */
export const lateRowMutants: readonly Mutant[] = [
  {
    name: "late-session-waits-for-the-id",
    by: "late-writes/sessions",
    defect: "a session that was created while its user was deleted works when the id exists again",
    evidence,
    make: breaking((good) => {
      const late = leftBehind<Parameters<typeof good.createSession>[0]>()
      return {
        async createSession(session) {
          const user = await good.getUser(session.userId)
          await pause()
          if (!user || (await good.getUser(session.userId))) return good.createSession(session)
          late.add(session.sessionToken, session)
          return { ...session }
        },
        async createUser(user) {
          const created = await good.createUser(user)
          for (const session of late.of(created.id)) await good.createSession(session)
          return created
        },
      }
    }),
  },
  {
    name: "late-account-waits-for-the-id",
    by: "late-writes/accounts",
    defect: "an account that was linked while its user was deleted works when the id exists again",
    evidence,
    make: breaking((good) => {
      const late = leftBehind<Parameters<typeof good.linkAccount>[0]>()
      return {
        async linkAccount(account) {
          const user = await good.getUser(account.userId)
          await pause()
          if (!user || (await good.getUser(account.userId))) return good.linkAccount(account)
          late.add(keyOf(account.provider, account.providerAccountId), account)
          return { ...account }
        },
        async createUser(user) {
          const created = await good.createUser(user)
          for (const account of late.of(created.id)) await good.linkAccount(account)
          return created
        },
      }
    }),
  },
  {
    name: "late-passkey-is-read",
    by: "late-writes/passkeys",
    defect: "a passkey that was registered while its user was deleted is found by its id",
    evidence,
    make: breaking((good) => {
      const late = new Map<string, object>()
      return {
        async createAuthenticator(passkey) {
          const user = await good.getUser(passkey.userId)
          await pause()
          if (!user || (await good.getUser(passkey.userId))) return good.createAuthenticator(passkey)
          late.set(passkey.credentialID, { ...passkey })
          return { ...passkey }
        },
        getAuthenticator: async (id) => (await good.getAuthenticator(id)) ?? late.get(id) ?? null,
      }
    }),
  },
  {
    name: "late-rename-reserves-the-address",
    by: "late-writes/addresses",
    defect: "a change of address that finds its user deleted leaves the new address reserved",
    evidence: "an index of addresses that is written before the row; I9",
    make: breaking((good) => {
      const reserved = new Set<string>()
      return {
        async updateUser(changes) {
          const user = await good.getUser(changes.id)
          await pause()
          if (user && changes.email && !(await good.getUser(changes.id))) reserved.add(changes.email)
          return good.updateUser(changes)
        },
        async createUser(user) {
          if (user.email && reserved.has(user.email)) throw new Error("The address is taken.")
          return good.createUser(user)
        },
      }
    }),
  },
  {
    name: "deletion-collects-sessions-first",
    by: "late-writes/session-that-leaves",
    defect: "deleteUser deletes a session that moved to another user after its token was collected",
    evidence: "a SELECT of the tokens before the DELETE; SEC-B9",
    make: breaking((good) => {
      const owners = new Map<string, string>()
      return {
        async createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return good.createSession(session)
        },
        async deleteUser(id) {
          const collected: string[] = []
          for (const [token, userId] of owners)
            if (userId === id && (await good.getSessionAndUser(token))?.user.id === id) collected.push(token)
          await pause()
          const deleted = await good.deleteUser(id)
          for (const token of collected) await good.deleteSession(token)
          return deleted
        },
      }
    }),
  },
  {
    name: "moved-session-waits-for-the-id",
    by: "late-writes/session-that-joins",
    defect: "a session that moved to a user during the deletion works when the id exists again",
    evidence,
    make: breaking((good) => {
      const late = leftBehind<Parameters<typeof good.createSession>[0]>()
      return {
        async updateSession(changes) {
          const found = changes.userId ? await good.getSessionAndUser(changes.sessionToken) : null
          const user = changes.userId ? await good.getUser(changes.userId) : null
          await pause()
          if (!found || !user || (await good.getUser(user.id))) return good.updateSession(changes)
          const moved = { ...found.session, userId: user.id }
          await good.deleteSession(changes.sessionToken)
          late.add(changes.sessionToken, moved)
          return moved
        },
        async createUser(user) {
          const created = await good.createUser(user)
          for (const session of late.of(created.id)) await good.createSession(session)
          return created
        },
      }
    }),
  },
  {
    name: "pair-of-two-reads",
    by: "lookups-during/move-of-a-session",
    defect: "getSessionAndUser reads the session, then reads again for the user, who may have changed",
    evidence: "two queries instead of a join; SEC-D9",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const first = await good.getSessionAndUser(token)
        await pause()
        const second = first && (await good.getSessionAndUser(token))
        return second && { session: first.session, user: second.user }
      },
    })),
  },
  {
    name: "cached-sessions-of-the-first-owner",
    by: "fresh-reads/moved-sessions",
    defect: "updateUser clears the cached sessions that were created for the user, not those that moved",
    evidence: "an index of a cache that updateSession does not update; I9",
    make: breaking((good) => {
      const cache = new Map<string, unknown>()
      const owners = new Map<string, string>()
      return {
        async createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return good.createSession(session)
        },
        async getSessionAndUser(token) {
          if (!cache.has(token)) cache.set(token, await good.getSessionAndUser(token))
          return structuredClone(cache.get(token))
        },
        async updateSession(changes) {
          cache.delete(changes.sessionToken)
          return good.updateSession(changes)
        },
        async updateUser(changes) {
          for (const [token, userId] of owners) if (userId === changes.id) cache.delete(token)
          return good.updateUser(changes)
        },
      }
    }),
  },
  {
    name: "cached-owner-by-address",
    by: "fresh-reads/changed-owners",
    defect: "updateUser clears cached owners of accounts by the new address of the user",
    evidence: "a cache that is invalidated with the updated row; SEC-B7",
    make: breaking((good) => {
      const cache = new Map<string, Awaited<ReturnType<typeof good.getUserByAccount>>>()
      return {
        async getUserByAccount({ provider, providerAccountId }) {
          const key = keyOf(provider, String(providerAccountId))
          const cached = cache.get(key)
          if (cached) return structuredClone(cached)
          const found = await good.getUserByAccount({ provider, providerAccountId })
          if (found) cache.set(key, structuredClone(found))
          return found
        },
        async updateUser(changes) {
          const updated = await good.updateUser(changes)
          for (const [key, cached] of cache) if (cached?.email === updated.email) cache.delete(key)
          return updated
        },
        async deleteUser(id) {
          cache.clear()
          return good.deleteUser(id)
        },
      }
    }),
  },
]
