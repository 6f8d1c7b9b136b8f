// Finds the user that an account at a provider belongs to:
// 1. The account is linked: it is that user, and the stored tokens are refreshed.
// 2. No user has the account or its address: a new user is created with the account.
// 3. A user has the address: the account is linked only if `linkByEmail` is set and both sides have verified the
//    address, or if that user is left over from an unfinished sign-up with this same account. Otherwise the sign-in is
//    refused as `email_taken`, since the address alone must never give access to an existing user.

import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { parseAddress } from "../email/address.ts"
import { authenticatedAt } from "../sessions/step-up.ts"
import type { LiveSession } from "../sessions/strategy.ts"
import { isConfirmed, noteConfirmation } from "../sign-in-methods/confirmations.ts"
import { linkAccount, toAccountKey } from "./link-account.ts"
import type { ProviderIdentity } from "./provider-identity.ts"
import { finishSignUp, signUp } from "./sign-up.ts"

export type ResolvedUser =
  | { readonly user: User; readonly isNewUser: boolean }
  | "email_taken"
  | "linked_to_another"
  | "confirm_sign_in_method"
  | "suspended"

/** Finds or creates the user. Two concurrent first sign-ins resolve to the same user. */
export async function resolveUser(core: Core, identity: ProviderIdentity): Promise<ResolvedUser> {
  try {
    return await resolveOnce(core, identity)
  } catch (error) {
    // A concurrent sign-in created the account first, or the store's response was lost. If the account exists
    // now, the second attempt finds it.
    if (readErrorCode(error) !== "conflict" && !(await core.adapter.getUserByAccount(toAccountKey(identity))))
      throw error
    return resolveOnce(core, identity)
  }
}

async function resolveOnce(core: Core, identity: ProviderIdentity): Promise<ResolvedUser> {
  const { adapter } = core
  const { provider, profile } = identity
  const owner = await adapter.getUserByAccount(toAccountKey(identity))
  if (owner) return useAccount(core, identity, owner)
  const emailOwner = profile.email === null ? null : await adapter.getUserByEmail(profile.email)
  if (!emailOwner) return { user: await signUp(core, identity), isNewUser: true }
  // Some adapters omit empty fields, so only a date proves the address.
  if (provider.linkByEmail === true && emailOwner.emailVerified) {
    if (isSuspended(emailOwner)) return "suspended"
    await linkAccount(core, identity, emailOwner)
  } else if (!(await finishSignUp(core, identity, emailOwner))) {
    // A concurrent sign-in with this account may have created this user since the first lookup.
    const winner = await adapter.getUserByAccount(toAccountKey(identity))
    return winner ? useAccount(core, identity, winner) : "email_taken"
  }
  return { user: emailOwner, isNewUser: false }
}

async function useAccount(core: Core, identity: ProviderIdentity, owner: User): Promise<ResolvedUser> {
  if (isSuspended(owner)) return "suspended"
  if (await mayUse(core, identity, owner)) return storeNewTokens(core, identity, owner)
  const { provider } = identity
  core.emit({ type: "sign_in_method_unconfirmed", userId: owner.id, provider: provider.id })
  return "confirm_sign_in_method"
}

/** A provider that has verified the user's current address vouches for the account. */
const mayUse = (core: Core, identity: ProviderIdentity, owner: User): Promise<boolean> => {
  const { email } = identity.profile
  const isVouchedFor = email !== null && email === parseAddress(owner.email)?.email
  return isConfirmed(core, toAccountKey(identity), owner, isVouchedFor)
}

/** Links the account to the signed-in user, which also confirms it. */
export async function linkToUser(
  core: Core,
  identity: ProviderIdentity,
  session: LiveSession,
): Promise<ResolvedUser> {
  const { user } = session
  const resolved = await linkOnce(core, identity, user)
  if (typeof resolved === "object")
    await noteConfirmation(core, toAccountKey(identity), user, authenticatedAt(session))
  return resolved
}

async function linkOnce(core: Core, identity: ProviderIdentity, user: User): Promise<ResolvedUser> {
  const owner = await core.adapter.getUserByAccount(toAccountKey(identity))
  if (owner) return owner.id === user.id ? storeNewTokens(core, identity, owner) : "linked_to_another"
  try {
    await linkAccount(core, identity, user)
    return { user, isNewUser: false }
  } catch (error) {
    const current = await core.adapter.getUserByAccount(toAccountKey(identity))
    if (!current) throw error
    return current.id === user.id ? { user, isNewUser: false } : "linked_to_another"
  }
}

/**
 * Whether the user still has the account, and may still use it: a concurrent first proof of the address may have ended
 * that. It is not checked if the adapter cannot unlink accounts: some third-party
 * stores would not find the new account yet.
 */
export async function isStillOwner(core: Core, identity: ProviderIdentity, user: User): Promise<boolean> {
  if (!core.capabilities.listAccounts) return true
  const owner = await core.adapter.getUserByAccount(toAccountKey(identity))
  return owner?.id === user.id && mayUse(core, identity, owner)
}

/** Stores the tokens of this sign-in. Fields that the provider did not send again stay as they are. */
async function storeNewTokens(
  { extras, emit }: Core,
  identity: ProviderIdentity,
  owner: User,
): Promise<ResolvedUser> {
  const { provider, tokens } = identity
  const outcome = await extras.updateAccount?.({ ...tokens, ...toAccountKey(identity) })
  if (outcome?.ok) emit({ type: "account_refreshed", userId: owner.id, provider: provider.id })
  return { user: owner, isNewUser: false }
}
