import { breaking, type Mutant, pause, succeeds } from "./mutant.ts"

type Key = { readonly provider: string; readonly providerAccountId: string | number }

/** Defects of a connection that calls share, and of conditions that different rows fulfil. */
export const sharedConnectionMutants: readonly Mutant[] = [
  {
    name: "last-inserted-id",
    by: "own-answers/of-two-sign-ups",
    defect: "of two users who are created at once, both get the id of the second",
    evidence: "last_insert_id on a shared connection; SEC-B9",
    make: breaking((good) => {
      let last = ""
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          last = created.id
          await pause()
          return { ...created, id: last }
        },
      }
    }),
  },
  {
    name: "last-inserted-id-of-any-table",
    by: "own-answers/of-a-sign-up-beside-others",
    defect: "a user who is created while a session is stored gets the id of that session",
    evidence: "last_insert_id on a shared connection; SEC-B9",
    make: breaking((good) => {
      let sessions = 0
      return {
        async createUser(user) {
          const before = sessions
          const created = await good.createUser(user)
          await pause()
          return sessions > before ? { ...created, id: String(sessions) } : created
        },
        createSession(session) {
          sessions++
          return good.createSession(session)
        },
      }
    }),
  },
  {
    name: "replies-shift-after-a-refusal",
    by: "own-answers/beside-misses-and-refusals",
    defect: "after a refused sign-up, the next getUser returns the answer of the one before",
    evidence: "a queue of replies; SEC-B9",
    make: breaking((good) => {
      let last: unknown = null
      let isShifted = false
      return {
        async createUser(user) {
          const creation = good.createUser(user)
          if (!(await succeeds(creation))) isShifted = true
          return creation
        },
        async getUser(id) {
          const found = await good.getUser(id)
          const answer = isShifted ? last : found
          isShifted = false
          last = found
          return answer
        },
      }
    }),
  },
  {
    name: "refused-links-keep-their-connection",
    by: "own-answers/after-many-refusals",
    defect: "each refused linkAccount keeps a connection, until the pool of ten is empty",
    evidence: "a connection that is not released after an error; SEC-A2",
    make: breaking((good) => {
      let free = 10
      return {
        async linkAccount(account) {
          if (free <= 0) throw new Error("no connection is free")
          const linking = good.linkAccount(account)
          if (!(await succeeds(linking))) free--
          return linking
        },
        async getUserByEmail(email) {
          if (free <= 0) throw new Error("no connection is free")
          return good.getUserByEmail(email)
        },
      }
    }),
  },
  {
    name: "conditions-on-different-accounts",
    by: "exact-keys/both-parts-of-accounts",
    defect: "getUserByAccount finds a user by the provider of one account and the id of another",
    evidence: "conditions on a list in MongoDB without $elemMatch; SEC-C3",
    make: breaking((good) => {
      const linked = new Map<string, Key[]>()
      return {
        linkAccount(account) {
          linked.set(account.userId, [...(linked.get(account.userId) ?? []), account])
          return good.linkAccount(account)
        },
        async getUserByAccount(key) {
          const found = await good.getUserByAccount(key)
          if (found) return found
          for (const [userId, accounts] of linked)
            if (
              accounts.some(({ provider }) => provider === key.provider) &&
              accounts.some(({ providerAccountId }) => providerAccountId === key.providerAccountId)
            )
              return good.getUser(userId)
          return null
        },
      }
    }),
  },
  {
    name: "any-token-at-any-known-address",
    by: "exact-keys/both-parts-of-tokens",
    defect: "useVerificationToken accepts a token of another address if both have one",
    evidence: "two conditions that different rows fulfil; SEC-E1",
    make: breaking((good) => {
      const sent: { identifier: string; token: string }[] = []
      return {
        createVerificationToken(token) {
          sent.push(token)
          return good.createVerificationToken(token)
        },
        useVerificationToken(key) {
          const isKnown = sent.some(({ identifier }) => identifier === key.identifier)
          const other = sent.find(({ token }) => token === key.token)
          return good.useVerificationToken(isKnown && other ? other : key)
        },
      }
    }),
  },
]
