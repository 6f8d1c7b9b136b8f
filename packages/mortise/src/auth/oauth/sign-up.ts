// Creates a user with an account. Mortise adapters insert both atomically. Any other adapter inserts the user first,
// and a crash before the account would leave a user that owns the address and cannot sign in. So a marker between the
// two steps names the account and the new user, and the next sign-in with this account finishes the sign-up. The marker
// is stored once the user's id is known, names no other user, and expires after ten minutes: it can never link the
// account to a user that another sign-up created.

import { newId } from "../../contract/new-id.ts"
import type { NewRows, User } from "../../contract/types.ts"
import { sha256 } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { linkAccount, toNewAccount } from "./link-account.ts"
import type { ProviderIdentity } from "./provider-identity.ts"

const markerMs = 10 * 60 * 1000

/** Creates user and account: atomically if the adapter can, otherwise so that a crash between the two is repaired. */
export async function signUp(core: Core, identity: ProviderIdentity): Promise<User> {
  const { extras, emit } = core
  const { name, email, image } = identity.profile
  const row = { id: newId(), name, email, image, emailVerified: null }
  const user = extras.signUp
    ? (await extras.signUp({ user: row, account: toNewAccount(core, identity) })).user
    : await signUpInSteps(core, identity, row)
  emit({ type: "user_created", userId: user.id, method: "oauth" })
  emit({ type: "account_linked", userId: user.id, provider: identity.provider.id })
  return user
}

type NewUser = NewRows["user"] & { readonly id: string }

async function signUpInSteps(core: Core, identity: ProviderIdentity, row: NewUser): Promise<User> {
  const { adapter, singleUse, emit, now } = core
  const user = await createUser(core, row)
  const marker = await createMarker(identity, user)
  // Without the marker the sign-up can still succeed: only a crash at the next step would not be repaired.
  await singleUse.put("sign-up", marker, now() + markerMs).catch((error: unknown) => {
    emit({ type: "operation_failed", operation: "createVerificationToken", code: readErrorCode(error) })
  })
  await adapter.linkAccount({ ...toNewAccount(core, identity), userId: user.id })
  await singleUse.take("sign-up", marker).catch(() => false)
  return user
}

/** Creates the user. After a failure, only the random id of the row proves that the user was created here. */
async function createUser({ adapter }: Core, row: NewUser): Promise<User> {
  try {
    return await adapter.createUser(row)
  } catch (error) {
    const created = await adapter.getUser(row.id).catch(() => null)
    if (created?.id !== row.id) throw error
    return created
  }
}

/** Links the account to a user that an unfinished sign-up with this same account created. */
export async function finishSignUp(
  core: Core,
  identity: ProviderIdentity,
  emailOwner: User,
): Promise<boolean> {
  const { extras, singleUse, now } = core
  if (extras.signUp || emailOwner.emailVerified) return false
  const marker = await createMarker(identity, emailOwner)
  if (!(await singleUse.take("sign-up", marker))) return false
  try {
    await linkAccount(core, identity, emailOwner)
    return true
  } catch (error) {
    await singleUse.put("sign-up", marker, now() + markerMs)
    throw error
  }
}

/** Identifies the account, its address and the created user. */
const createMarker = ({ provider, profile }: ProviderIdentity, { id }: User): Promise<string> =>
  sha256(
    [provider.id, profile.id, profile.email, id].map((part) => encodeURIComponent(String(part))).join("/"),
  )
