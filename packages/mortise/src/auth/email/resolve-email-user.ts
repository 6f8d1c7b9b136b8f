import { toAnswer } from "../../contract/guarded.ts"
import { newId } from "../../contract/new-id.ts"
import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { FirstProof } from "../sign-in-methods/first-proof.ts"

type ResolvedUser = { readonly user: User; readonly isNewUser: boolean }

/** The user of a proved address, created at the first sign-in. Only the first proof sets `emailVerified`. */
export async function resolveEmailUser(
  core: Core,
  email: string,
  request: Request,
  firstProof: FirstProof,
): Promise<ResolvedUser> {
  const { adapter } = core
  const user = await adapter.getUserByEmail(email)
  if (user) return verifyEmail(core, user, email, request, firstProof)
  try {
    return await createUser(core, email, request)
  } catch (error) {
    // A concurrent sign-in created the user first, or the store's response was lost.
    const existing = await adapter.getUserByEmail(email)
    if (!existing) throw error
    return verifyEmail(core, existing, email, request, firstProof)
  }
}

async function createUser(core: Core, email: string, request: Request): Promise<ResolvedUser> {
  const { adapter, keys, emit, now } = core
  const emailVerified = new Date(now())
  const user = await adapter.createUser({ id: newId(), email, emailVerified, name: null, image: null })
  emit({ type: "user_created", userId: user.id, method: "email" }, request)
  const addressHash = await keys.mac("address hash", email)
  emit({ type: "email_verified", userId: user.id, addressHash }, request)
  return { user, isNewUser: true }
}

async function verifyEmail(
  core: Core,
  user: User,
  email: string,
  request: Request,
  firstProof: FirstProof,
): Promise<ResolvedUser> {
  const { adapter, extras, keys, emit, now } = core
  if (user.emailVerified) return { user, isNewUser: false }
  const at = new Date(now())
  const answer = await firstProof(user, async () =>
    extras.verifyEmail
      ? toAnswer(await extras.verifyEmail(user.id, email, at))
      : // Without a guard, the proved address is written too: a concurrent change of address is never marked as verified.
        adapter.updateUser({ id: user.id, email, emailVerified: at }),
  )
  // Refused: another sign-in set it first, or the address has changed. Absent: the user was deleted concurrently.
  if (answer === "refused" || answer === "absent") return resolveEmailUser(core, email, request, firstProof)
  emit(
    { type: "email_verified", userId: user.id, addressHash: await keys.mac("address hash", email) },
    request,
  )
  return { user: answer ?? { ...user, emailVerified: at }, isNewUser: false }
}
