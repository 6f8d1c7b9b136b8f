import type { Adapter } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

type Token = Parameters<Adapter["createVerificationToken"]>[0]

const isPast = (date: Date): boolean => date.getTime() < Date.now()

/** Keeps the tokens of deleted users that `keeps` accepts. */
const keepingTokens = (keeps: (token: Token, hasSession: boolean) => boolean): Mutant["make"] =>
  breaking((good) => {
    const tokens: Token[] = []
    const signedIn = new Set<string>()
    return {
      async createSession(session) {
        signedIn.add(session.userId)
        return good.createSession(session)
      },
      async createVerificationToken(token) {
        tokens.push(structuredClone(token))
        return good.createVerificationToken(token)
      },
      async deleteUser(id) {
        const email = (await good.getUser(id))?.email
        const deleted = await good.deleteUser(id)
        for (const token of tokens)
          if (token.identifier === email && keeps(token, signedIn.has(id)))
            await good.createVerificationToken(token).catch(() => null)
        return deleted
      },
    }
  })

/** deleteUser does nothing for a user who has no row of this kind. */
const needing = (...operations: ("createSession" | "linkAccount")[]): Mutant["make"] =>
  breaking((good) => {
    const owners = new Set<string>()
    const noting = operations.map((name) => [
      name,
      async (row: { userId: string }) => {
        owners.add(row.userId)
        return (good[name] as (row: unknown) => Promise<unknown>)(row)
      },
    ])
    return {
      ...Object.fromEntries(noting),
      deleteUser: async (id) => (owners.has(id) ? good.deleteUser(id) : null),
    }
  })

/** Defects of deletions that depend on the rows which the user has. */
export const incompleteDeletionMutants: readonly Mutant[] = [
  {
    name: "user-without-accounts-is-not-deleted",
    by: "cascades/sessions",
    defect: "deleteUser does nothing for a user without an account",
    evidence: "an inner join in the deletion; SEC-B6",
    make: needing("linkAccount"),
  },
  {
    name: "expired-sessions-outlive-the-user",
    by: "cascades/sessions",
    defect: "deleteUser deletes only live sessions: the tokens of expired ones stay taken",
    evidence: "a query of sessions that leaves out expired ones; SEC-B6",
    make: breaking((good) => {
      const expired = new Set<string>()
      return {
        async createSession(session) {
          if (expired.has(session.sessionToken)) throw new Error("The session token is taken.")
          if (isPast(session.expires)) expired.add(session.sessionToken)
          return good.createSession(session)
        },
        async deleteSession(token) {
          expired.delete(token)
          return good.deleteSession(token)
        },
      }
    }),
  },
  {
    name: "user-without-sessions-is-not-deleted",
    by: "cascades/accounts",
    defect: "deleteUser does nothing for a user without a session",
    evidence: "@auth/azure-tables-adapter",
    make: needing("createSession"),
  },
  {
    name: "user-with-passkeys-only-is-not-deleted",
    by: "cascades/passkeys",
    defect: "deleteUser does nothing for a user without an account or a session",
    evidence: "an inner join in the deletion; SEC-B6",
    make: needing("createSession", "linkAccount"),
  },
  {
    name: "tokens-outlive-a-user-without-sessions",
    by: "cascades/tokens",
    defect: "deleteUser keeps the verification tokens of a user who never signed in",
    evidence: "an early return in the deletion; SEC-B6",
    make: keepingTokens((_, hasSession) => !hasSession),
  },
  {
    name: "expired-tokens-outlive-the-user",
    by: "cascades/tokens",
    defect: "deleteUser deletes only the verification tokens that are still valid",
    evidence: "a query of tokens that leaves out expired ones; SEC-B6",
    make: keepingTokens(({ expires }) => isPast(expires)),
  },
  {
    name: "user-without-email-is-not-deleted",
    by: "cascades/every-kind-of-row",
    defect: "deleteUser does nothing for a user without an address",
    evidence: "a deletion that starts from the index of addresses; SEC-B6",
    make: breaking((good) => ({
      deleteUser: async (id) => ((await good.getUser(id))?.email ? good.deleteUser(id) : null),
    })),
  },
]
