import type { NewRows, User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { ProviderIdentity } from "./provider-identity.ts"

type NewAccount = Omit<NewRows["account"], "userId">

/** The key of the account at its provider. */
export const toAccountKey = ({
  provider,
  profile,
}: ProviderIdentity): { provider: string; providerAccountId: string } => ({
  provider: provider.id,
  providerAccountId: profile.id,
})

/** Tables of Auth.js have no column for `expires_in`, and some adapters insert every field. */
export function toNewAccount({ capabilities }: Core, identity: ProviderIdentity): NewAccount {
  const { expires_in, ...usual } = identity.tokens
  const tokens = capabilities.refreshAccounts ? { ...usual, expires_in } : usual
  return { ...tokens, ...toAccountKey(identity), type: identity.provider.type }
}

export async function linkAccount(core: Core, identity: ProviderIdentity, user: User): Promise<void> {
  const { adapter, emit } = core
  await adapter.linkAccount({ ...toNewAccount(core, identity), userId: user.id })
  emit({ type: "account_linked", userId: user.id, provider: identity.provider.id })
}
