import { internals } from "../contract/internals.ts"
import { isForTenant } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { AccountKey } from "../contract/types.ts"
import { addLayer } from "../layers/add-layer.ts"
import { createRevoke, hasTokens, isCorrupt, reportFailure, revokeUnstored } from "./revoke-tokens.ts"
import type { TokenParts } from "./token-parts.ts"
import type { WhichAccount } from "./token-types.ts"

/**
 * Creates `revokeOnRemoval`. Tokens are revoked before their row is removed, so that after a crash between the two, the
 * caller can try again. What cannot be revoked is reported, and does not prevent the removal.
 */
export function createRevokeOnRemoval(parts: TokenParts): <A extends object>(adapter: A) => A {
  const { providers, listAccounts, emit, tenant } = parts
  const revoke = createRevoke(parts)
  const revokeFirst = (which: WhichAccount) =>
    providers.has(which.provider) && reportFailure(parts, which, () => revoke(which))

  const readableAccounts = (userId: string) =>
    listAccounts(userId).catch((error: unknown) => {
      if (!isCorrupt(error)) throw error
      emit({ type: "revocation_failed", userId })
      return []
    })

  return (adapter) => {
    if (isForTenant(adapter) || internals(adapter)?.tenant !== tenant)
      throwInvalid("revokeOnRemoval: pass an adapter of the same tenant as the adapter of accessTokens.")
    return addLayer(adapter, {
      name: "revokeOnRemoval",
      wrap: ({ operations: { unlinkAccount, getUserByAccount, deleteUser }, extras }) => ({
        operations: {
          ...(unlinkAccount &&
            getUserByAccount && {
              async unlinkAccount(account: AccountKey) {
                // The caller may change the object while the tokens are revoked.
                const key = account && { ...account }
                const owner = providers.has(key?.provider) ? await getUserByAccount(key) : null
                const isRevoked = owner && (await revokeFirst({ ...key, userId: owner.id }))
                const removed = await unlinkAccount(key)
                // A sign-in may have stored new tokens in the meantime.
                if (isRevoked && removed && hasTokens(removed)) await revokeUnstored(parts, removed)
                return removed
              },
            }),
          ...(deleteUser && {
            async deleteUser(userId: string) {
              await Promise.all((await readableAccounts(userId)).map(revokeFirst))
              return deleteUser(userId)
            },
          }),
        },
        // It bypasses nothing: the rows come from the adapter.
        extras: extras.listAccounts ? { listAccounts: extras.listAccounts } : {},
      }),
    })
  }
}
