import { newId } from "../../contract/new-id.ts"
import type { User } from "../../contract/types.ts"
import type { FirstProof } from "../accounts/first-proof.ts"
import type { Core } from "../core.ts"

type ResolvedUser = { readonly user: User; readonly isNewUser: boolean }

/** The user of a proved address, created at the first sign-in. Only the first proof sets `emailVerified`. */
export async function resolveEmailUser(
  core: Core,
  email: string,
  firstProof: FirstProof,
): Promise<ResolvedUser> {
  const { adapter } = core
  const known = await adapter.getUserByEmail(email)
  if (known) return verifyEmail(core, known, email, firstProof)
  try {
    return await createUser(core, email)
  } catch (error) {
    // A concurrent sign-in created the user first, or the response of the store was lost.
    const existing = await adapter.getUserByEmail(email)
    if (!existing) throw error
    return verifyEmail(core, existing, email, firstProof)
  }
}

async function createUser({ adapter, emit, now }: Core, email: string): Promise<ResolvedUser> {
  const emailVerified = new Date(now())
  const user = await adapter.createUser({ id: newId(), email, emailVerified, name: null, image: null })
  emit({ type: "user_created", userId: user.id, method: "email" })
  emit({ type: "email_verified", userId: user.id })
  return { user, isNewUser: true }
}

async function verifyEmail(
  core: Core,
  known: User,
  email: string,
  firstProof: FirstProof,
): Promise<ResolvedUser> {
  const { adapter, extras, emit, now } = core
  if (known.emailVerified) return { user: known, isNewUser: false }
  const at = new Date(now())
  const outcome = await firstProof(known, async () =>
    extras.verifyEmail
      ? extras.verifyEmail(known.id, email, at)
      : adapter.updateUser({ id: known.id, emailVerified: at }),
  )
  // Refused: another sign-in set it first. Absent: the user was deleted concurrently.
  if (outcome === "refused" || outcome === "absent") return resolveEmailUser(core, email, firstProof)
  emit({ type: "email_verified", userId: known.id })
  return { user: outcome ?? { ...known, emailVerified: at }, isNewUser: false }
}
