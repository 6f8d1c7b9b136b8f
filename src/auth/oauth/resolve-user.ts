import { newId } from "../../contract/new-id.ts"
import type { NewRows, User } from "../../contract/types.ts"
import { sha256 } from "../../shared/bytes.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import type { ProviderIdentity } from "./code-exchange.ts"

export type ResolvedUser =
  | { readonly user: User; readonly isNewUser: boolean }
  | "email_taken"
  | "linked_to_another"

const YEAR = 365 * 24 * 3600 * 1000

/** Whose account it is: its owner's, or a new user's. Two first sign-ins at once end up as one user. */
export async function resolveUser(core: Core, identity: ProviderIdentity): Promise<ResolvedUser> {
  try {
    return await resolveOnce(core, identity)
  } catch (error) {
    // Another sign-in was faster, or an answer got lost: if the account is there by now, that is whose it is.
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
  // Some adapters leave out what is empty: only a date is proof.
  if (provider.linkByEmail === true && emailOwner.emailVerified) await link(core, identity, emailOwner)
  else if (!(await finishSignUp(core, identity, emailOwner))) {
    // The emailOwner may be whom another sign-in with this account has made since the first look.
    const winner = await adapter.getUserByAccount(keyOf(identity))
    return winner ? refreshTokens(core, identity, winner) : "email_taken"
  }
  return { user: emailOwner, isNewUser: false }
}

/** Adds the account to a user who is signed in. */
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

/** Whether the account is still theirs. Where accounts cannot be taken away, nobody asks: not every index is up to date. */
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

/** Tables made for Auth.js have no column for `expires_in`, and some adapters store whatever they are given. */
function accountOf({ capabilities }: Core, identity: ProviderIdentity): NewAccount {
  const { expires_in, ...usual } = identity.tokens
  const tokens = capabilities.refreshAccounts ? { ...usual, expires_in } : usual
  return { ...tokens, ...keyOf(identity), type: identity.provider.type }
}

/** Stores the tokens of this sign-in; what the provider did not send again stays. */
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

/** The user and the account: in one step where the store can, else so that a crash between the two heals. */
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
  // One that an earlier crash left behind goes first: some stores refuse the same token twice.
  await singleUse.take("sign-up", signUpId)
  await singleUse.put("sign-up", signUpId, now() + YEAR)
  const user = await adapter.createUser(row)
  await adapter.linkAccount({ ...accountOf(core, identity), userId: user.id })
  await singleUse.take("sign-up", signUpId).catch(() => false)
  return user
}

/** Links the account to a user whom a sign-up with this very account made, and then never got any further. */
async function finishSignUp(core: Core, identity: ProviderIdentity, emailOwner: User): Promise<boolean> {
  const { extras, singleUse, now } = core
  if (extras.signUp || emailOwner.emailVerified) return false
  const signUpId = await signUpIdOf(identity)
  if (!(await singleUse.take("sign-up", signUpId))) return false
  try {
    await link(core, identity, emailOwner)
    return true
  } catch (error) {
    await singleUse.put("sign-up", signUpId, now() + YEAR)
    throw error
  }
}

const signUpIdOf = ({ provider, profile }: ProviderIdentity): Promise<string> =>
  sha256([provider.id, profile.id, profile.email].map((part) => encodeURIComponent(String(part))).join("/"))
