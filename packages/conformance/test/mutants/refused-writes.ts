import type { OperationName } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

type Operation = (...args: unknown[]) => Promise<unknown>
type Keyed = (argument: never) => string

/** Claims the key of each call before the call, and keeps the claim when the call is refused. */
const claiming =
  (name: OperationName, keyOf: Keyed): Mutant["make"] =>
  (good) => {
    const operation = good[name] as unknown as Operation
    const claims = new Set<string>()
    const claimed: Operation = async (argument, ...others) => {
      const key = keyOf(argument as never)
      if (claims.has(key)) throw new Error("the key is taken")
      try {
        return await operation(argument, ...others)
      } catch (error) {
        claims.add(key)
        throw error
      }
    }
    return { ...good, [name]: claimed }
  }

/** The operation and the key that stays claimed in each mutant. */
const claims: Readonly<Record<string, readonly [OperationName, Keyed]>> = {
  "refused-user-keeps-the-address": ["createUser", (user: { email: string }) => user.email],
  "refused-user-keeps-the-id": ["createUser", (user: { id: string }) => user.id],
  "refused-link-keeps-the-key": [
    "linkAccount",
    (account: { providerAccountId: string }) => account.providerAccountId,
  ],
  "refused-session-keeps-the-token": [
    "createSession",
    (session: { sessionToken: string }) => session.sessionToken,
  ],
  "refused-passkey-keeps-the-id": [
    "createAuthenticator",
    (passkey: { credentialID: string }) => passkey.credentialID,
  ],
  "refused-token-keeps-the-text": ["createVerificationToken", (token: { token: string }) => token.token],
}

/** Defects of refused writes that leave something behind. */
export const refusedWriteMutants: readonly Mutant[] = [
  {
    name: "refused-fields-are-stored-later",
    defect: "the fields of a refused updateUser are stored by the next update of that user",
    evidence: "a unit of work that keeps its pending changes after an error; SEC-A5",
    make: breaking((good) => {
      const pending = new Map<string, object>()
      return {
        async updateUser(changes) {
          const { email, ...given } = changes
          try {
            const updated = await good.updateUser({ ...pending.get(changes.id), ...changes })
            pending.delete(changes.id)
            return updated
          } catch (error) {
            if (email) pending.set(changes.id, given)
            throw error
          }
        },
      }
    }),
  },
  ...Object.entries(claims).map(([name, [operation, keyOf]]) => ({
    name,
    defect: `a refused ${operation} leaves a key of the row taken`,
    evidence: "a key that is claimed before the other checks, without a transaction; SEC-B10",
    make: claiming(operation, keyOf),
  })),
]
