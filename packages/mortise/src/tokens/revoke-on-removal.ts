import type { Account, AccountKey } from "../contract/types.ts"
import { addLayer } from "../layers/add-layer.ts"
import { createRevoke, hasTokens, reportFailure, revokeUnstored } from "./revoke-tokens.ts"
import type { TokenParts } from "./token-parts.ts"

/**
 * Creates `revokeOnRemoval`. Tokens are revoked before their row is removed, so that after a crash between the two, the
 * caller can try again. A provider that fails is reported, and does not prevent the removal.
 */
export function createRevokeOnRemoval(parts: TokenParts): <A extends object>(adapter: A) => A {
  const { providers, listAccounts } = parts
  const revoke = createRevoke(parts)
  const revokeFirst = (account: Account) =>
    providers.has(account.provider) && reportFailure(parts, account, () => revoke(account))

  return (adapter) =>
    addLayer(adapter, {
      name: "revokeOnRemoval",
      wrap: ({ operations: { unlinkAccount, getAccount, deleteUser }, extras }) => ({
        operations: {
          ...(unlinkAccount &&
            getAccount && {
              async unlinkAccount(key: AccountKey) {
                const account = providers.has(key?.provider)
                  ? await getAccount(key.providerAccountId, key.provider)
                  : null
                const isRevoked = account && (await revokeFirst(account))
                const removed = await unlinkAccount(key)
                // A sign-in may have stored new tokens in the meantime.
                if (isRevoked && removed && hasTokens(removed)) await revokeUnstored(parts, removed)
                return removed
              },
            }),
          ...(deleteUser && {
            async deleteUser(userId: string) {
              await Promise.all((await listAccounts(userId)).map(revokeFirst))
              return deleteUser(userId)
            },
          }),
        },
        // It does not bypass anything: the rows are those of the adapter.
        extras: extras.listAccounts ? { listAccounts: extras.listAccounts } : {},
      }),
    })
}
