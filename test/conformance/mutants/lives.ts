import type { Account, Authenticator } from "../../../src/contract/types.ts"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects that only show after a certain sequence of calls on one row. */
export const lifeMutants: readonly Mutant[] = [
  {
    name: "relinked-account-has-old-tokens",
    defect: "an account that is linked again after it was unlinked has the tokens of the first time",
    evidence: "soft deletes that are undone by an upsert",
    make: breaking((good) => {
      const first = new Map<string, Partial<Account>>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.provider, account.providerAccountId)
          const { refresh_token, expires_at } = account
          const tokens = first.get(key)
          first.set(key, { ...(refresh_token && { refresh_token }), ...(expires_at && { expires_at }) })
          return good.linkAccount({ ...tokens, ...account })
        },
      }
    }),
  },
  {
    name: "empty-lists-are-one",
    defect: "all users without passkeys get the same list",
    evidence: "a constant for the empty result; SEC-A9",
    make: breaking((good) => {
      const none: Authenticator[] = []
      return {
        async listAuthenticatorsByUserId(userId) {
          const listed = await good.listAuthenticatorsByUserId(userId)
          return listed.length === 0 ? none : listed
        },
      }
    }),
  },
]
