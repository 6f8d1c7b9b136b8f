import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

const addTo = <T>(lists: Map<string, T[]>, key: string, item: T) =>
  lists.set(key, [...(lists.get(key) ?? []), item])

/** Defects of writes that change rows which they do not name. */
export const unaskedEffectMutants: readonly Mutant[] = [
  {
    name: "moving-one-session-moves-all",
    by: "untouched/by-update-session",
    defect: "updateSession with another userId moves every session of the former owner",
    evidence: "an UPDATE by the old owner instead of the token; SEC-A5",
    make: breaking((good) => {
      const tokens = new Map<string, string[]>()
      return {
        createSession(session) {
          addTo(tokens, session.userId, session.sessionToken)
          return good.createSession(session)
        },
        async updateSession(session) {
          const before = await good.getSessionAndUser(session.sessionToken)
          const updated = await good.updateSession(session)
          if (session.userId !== undefined && before)
            for (const sessionToken of tokens.get(before.user.id) ?? [])
              await good.updateSession({ sessionToken, userId: session.userId })
          return updated
        },
      }
    }),
  },
  {
    name: "tokens-follow-the-address",
    by: "untouched/by-update-user",
    defect: "updateUser of the address moves the verification tokens of the old one",
    evidence: "a foreign key with ON UPDATE CASCADE; SEC-E1",
    make: breaking((good) => {
      const tokens = new Map<string, Parameters<typeof good.createVerificationToken>[0][]>()
      return {
        createVerificationToken(token) {
          addTo(tokens, token.identifier, token)
          return good.createVerificationToken(token)
        },
        async updateUser(user) {
          const before = await good.getUser(user.id)
          const updated = await good.updateUser(user)
          if (before?.email && updated.email !== before.email)
            for (const token of tokens.get(before.email) ?? [])
              if (await good.useVerificationToken(token))
                await good.createVerificationToken({ ...token, identifier: updated.email })
          return updated
        },
      }
    }),
  },
  {
    name: "linking-verifies-the-address",
    by: "untouched/by-link-account",
    defect: "linkAccount of an oidc account sets emailVerified of its user",
    evidence: "a convenience of the adapter; the client decides which providers it trusts",
    make: breaking((good) => ({
      async linkAccount(account) {
        const linked = await good.linkAccount(account)
        const user = account.type === "oidc" ? await good.getUser(account.userId) : null
        if (user && !user.emailVerified) await good.updateUser({ id: user.id, emailVerified: new Date() })
        return linked
      },
    })),
  },
  {
    name: "provider-goes-with-its-first-user",
    by: "untouched/by-delete-user",
    defect: "deleteUser unlinks all accounts of a provider that the user was the first to link",
    evidence: "providers as shared nodes of a graph, deleted with their creator",
    make: breaking((good) => {
      const first = new Map<string, string>()
      const linked = new Map<string, Parameters<typeof good.unlinkAccount>[0][]>()
      return {
        async linkAccount(account) {
          const { provider, providerAccountId, userId } = account
          const answer = await good.linkAccount(account)
          if (!first.has(provider)) first.set(provider, userId)
          addTo(linked, provider, { provider, providerAccountId: String(providerAccountId) })
          return answer
        },
        async deleteUser(id) {
          for (const [provider, owner] of first)
            if (owner === id) for (const key of linked.get(provider) ?? []) await good.unlinkAccount(key)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "refused-account-keeps-its-key",
    by: "refused-rows/accounts",
    defect: "an account that is refused because its user does not exist can never be linked",
    evidence: "an index entry that is written before the check; SEC-A4",
    make: breaking((good) => {
      const taken = new Set<string>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.provider, account.providerAccountId)
          if (taken.has(key)) throw new Error("duplicate key")
          if (!(await good.getUser(account.userId))) taken.add(key)
          return good.linkAccount(account)
        },
      }
    }),
  },
  {
    name: "last-chunk-is-lost",
    by: "bursts/sessions",
    defect: "of more than a hundred sessions that are created at once, the rest of the last hundred is lost",
    evidence: "batches of 100 of which only full ones are written",
    make: breaking((good) => {
      let waiting = 0
      return {
        async createSession(session) {
          const nth = ++waiting
          await pause()
          const isLost = nth > 100 && waiting < 200
          await pause()
          waiting--
          const created = await good.createSession(session)
          if (isLost) await good.deleteSession(session.sessionToken)
          return created
        },
      }
    }),
  },
]
