import type { OperationName } from "mortise"
import { breaking, type Mutant, wrapOperations } from "./mutant.ts"

/** Claims the key of each call before the call, and keeps the claim when the call is refused. */
const claiming = (name: OperationName, field: string): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    const claims = new Set<unknown>()
    return async (argument, ...others) => {
      const key = (argument as Record<string, unknown>)[field]
      if (claims.has(key)) throw new Error("the key is taken")
      try {
        return await operation(argument, ...others)
      } catch (error) {
        claims.add(key)
        throw error
      }
    }
  })

/** What a refused call keeps in each mutant: the operation, the field of its key, and the case that finds it. */
const claims: readonly (readonly [name: string, OperationName, field: string, by: string])[] = [
  ["refused-user-keeps-the-address", "createUser", "email", "refused-rows/addresses"],
  ["refused-user-keeps-the-id", "createUser", "id", "refused-rows/user-ids"],
  ["refused-link-keeps-the-key", "linkAccount", "providerAccountId", "refused-rows/accounts"],
  ["refused-session-keeps-the-token", "createSession", "sessionToken", "refused-rows/sessions"],
  ["refused-passkey-keeps-the-id", "createAuthenticator", "credentialID", "refused-rows/passkeys"],
  ["refused-token-keeps-the-text", "createVerificationToken", "token", "refused-rows/tokens"],
]

/** Defects of refused writes that leave something behind. */
export const refusedWriteMutants: readonly Mutant[] = [
  {
    name: "refused-fields-are-stored-later",
    by: "untouched/by-writes-after-refused-ones",
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
  ...claims.map(([name, operation, field, by]) => ({
    name,
    by,
    defect: `a refused ${operation} leaves a key of the row taken`,
    evidence: "a key that is claimed before the other checks, without a transaction; SEC-B10",
    make: claiming(operation, field),
  })),
]
