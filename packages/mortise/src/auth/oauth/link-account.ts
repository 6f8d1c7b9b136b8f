import type { NewRows, User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { ProviderIdentity } from "./provider-identity.ts"

type NewAccount = Omit<NewRows["account"], "userId">

/** The key of the account at its provider. */
export const accountKeyOf = ({
  provider,
  profile,
}: ProviderIdentity): { provider: string; providerAccountId: string } => ({
  provider: provider.id,
  providerAccountId: profile.id,
})

/** Tables of Auth.js have no column for `expires_in`, and some adapters insert every field. */
export function accountOf({ capabilities }: Core, identity: ProviderIdentity): NewAccount {
  const { expires_in, ...usual } = identity.tokens
  const tokens = capabilities.refreshAccounts ? { ...usual, expires_in } : usual
  return { ...tokens, ...accountKeyOf(identity), type: identity.provider.type }
}

export async function linkAccount(core: Core, identity: ProviderIdentity, user: User): Promise<void> {
  const { adapter, emit } = core
  await adapter.linkAccount({ ...accountOf(core, identity), userId: user.id })
  emit({ type: "account_linked", userId: user.id, provider: identity.provider.id })
}
