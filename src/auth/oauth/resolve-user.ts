// Finds the user that an account at a provider belongs to:
// 1. The account is linked: it is that user, and the stored tokens are refreshed.
// 2. No user has the account or its address: a new user is created with the account.
// 3. A user has the address: the account is linked only if `linkByEmail` is set and both sides have verified the
//    address, or if that user is left over from an unfinished sign-up with this same account. Otherwise the sign-in is
//    refused as `email_taken`, since the address alone must never give access to an existing user.
import { newId } from "../../contract/new-id.ts"
import type { NewRows, User } from "../../contract/types.ts"
import { sha256 } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import { codeOf } from "../errors.ts"
import type { ProviderIdentity } from "./code-exchange.ts"

export type ResolvedUser =
  | { readonly user: User; readonly isNewUser: boolean }
  | "email_taken"
  | "linked_to_another"

const signUpMarkerMs = 365 * 24 * 3600 * 1000

/** Finds or creates the user. Two concurrent first sign-ins resolve to the same user. */
export async function resolveUser(core: Core, identity: ProviderIdentity): Promise<ResolvedUser> {
  try {
    return await resolveOnce(core, identity)
  } catch (error) {
    // A concurrent sign-in created the account first, or the response of the store was lost. If the account exists
    // now, the second attempt finds it.
    if (codeOf(error) !== "conflict" && !(await core.adapter.getUserByAccount(keyOf(identity)))) throw error
    return resolveOnce(core, identity)
  }
}

async function resolveOnce(core: Core, identity: ProviderIdentity): Promise<ResolvedUser> {
  const { adapter } = core
  const { provider, profile } = identity
  const owner = await adapter.getUserByAccount(keyOf(identity))
  if (owner) return refreshTokens(core, identity, owner)
  const emailOwner = profile.email === null ? null : await adapter.getUserByEmail(profile.email)
  if (!emailOwner) return { user: await signUp(core, identity), isNewUser: true }
  // Some adapters omit empty fields, so only a date proves the address.
  if (provider.linkByEmail === true && emailOwner.emailVerified) await link(core, identity, emailOwner)
  else if (!(await finishSignUp(core, identity, emailOwner))) {
    // A concurrent sign-in with this account may have created this user since the first lookup.
    const winner = await adapter.getUserByAccount(keyOf(identity))
    return winner ? refreshTokens(core, identity, winner) : "email_taken"
  }
  return { user: emailOwner, isNewUser: false }
}

/** Links the account to the signed-in user. */
export async function linkToUser(core: Core, identity: ProviderIdentity, user: User): Promise<ResolvedUser> {
  const owner = await core.adapter.getUserByAccount(keyOf(identity))
  if (owner) return owner.id === user.id ? refreshTokens(core, identity, owner) : "linked_to_another"
  try {
    await link(core, identity, user)
    return { user, isNewUser: false }
  } catch (error) {
    const current = await core.adapter.getUserByAccount(keyOf(identity))
    if (!current) throw error
    return current.id === user.id ? { user, isNewUser: false } : "linked_to_another"
  }
}

/**
 * Whether the user still has the account. It is not checked if the adapter cannot unlink accounts: some third-party
 * stores would not find the new account yet.
 */
export const isStillOwner = async (
  { adapter, capabilities }: Core,
  identity: ProviderIdentity,
  user: User,
): Promise<boolean> =>
  !capabilities.listAccounts || (await adapter.getUserByAccount(keyOf(identity)))?.id === user.id

const keyOf = ({ provider, profile }: ProviderIdentity) => ({
  provider: provider.id,
  providerAccountId: profile.id,
})

type NewAccount = Omit<NewRows["account"], "userId">

/** Tables of Auth.js have no column for `expires_in`, and some adapters insert every field. */
function accountOf({ capabilities }: Core, identity: ProviderIdentity): NewAccount {
  const { expires_in, ...usual } = identity.tokens
  const tokens = capabilities.refreshAccounts ? { ...usual, expires_in } : usual
  return { ...tokens, ...keyOf(identity), type: identity.provider.type }
}

/** Stores the tokens of this sign-in. Fields that the provider did not send again stay as they are. */
async function refreshTokens(
  { extras, emit }: Core,
  identity: ProviderIdentity,
  owner: User,
): Promise<ResolvedUser> {
  const { provider, tokens } = identity
  const outcome = await extras.updateAccount?.({ ...tokens, ...keyOf(identity) })
  if (typeof outcome === "object")
    emit({ type: "account_refreshed", userId: owner.id, provider: provider.id })
  return { user: owner, isNewUser: false }
}

async function link(core: Core, identity: ProviderIdentity, user: User): Promise<void> {
  const { adapter, emit } = core
  await adapter.linkAccount({ ...accountOf(core, identity), userId: user.id })
  emit({ type: "account_linked", userId: user.id, provider: identity.provider.id })
}

/** Creates user and account: atomically if the adapter can, otherwise so that a crash between the two is repaired. */
async function signUp(core: Core, identity: ProviderIdentity): Promise<User> {
  const { extras, emit } = core
  const { name, email, image } = identity.profile
  const row = { id: newId(), name, email, image, emailVerified: null }
  const user = extras.signUp
    ? (await extras.signUp({ user: row, account: accountOf(core, identity) })).user
    : await signUpInSteps(core, identity, row)
  emit({ type: "user_created", userId: user.id, method: "oauth" })
  emit({ type: "account_linked", userId: user.id, provider: identity.provider.id })
  return user
}

async function signUpInSteps(core: Core, identity: ProviderIdentity, row: NewRows["user"]): Promise<User> {
  const { adapter, singleUse, now } = core
  const signUpId = await signUpIdOf(identity)
  // Remove the marker of an earlier crash first: some stores refuse to insert the same token twice.
  await singleUse.take("sign-up", signUpId)
  await singleUse.put("sign-up", signUpId, now() + signUpMarkerMs)
  const user = await adapter.createUser(row)
  await adapter.linkAccount({ ...accountOf(core, identity), userId: user.id })
  await singleUse.take("sign-up", signUpId).catch(() => false)
  return user
}

/** Links the account to a user that an unfinished sign-up with this same account created. */
async function finishSignUp(core: Core, identity: ProviderIdentity, emailOwner: User): Promise<boolean> {
  const { extras, singleUse, now } = core
  if (extras.signUp || emailOwner.emailVerified) return false
  const signUpId = await signUpIdOf(identity)
  if (!(await singleUse.take("sign-up", signUpId))) return false
  try {
    await link(core, identity, emailOwner)
    return true
  } catch (error) {
    await singleUse.put("sign-up", signUpId, now() + signUpMarkerMs)
    throw error
  }
}

const signUpIdOf = ({ provider, profile }: ProviderIdentity): Promise<string> =>
  sha256([provider.id, profile.id, profile.email].map((part) => encodeURIComponent(String(part))).join("/"))
