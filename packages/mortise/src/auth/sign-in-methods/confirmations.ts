// A user may exist before the owner of the mailbox proves the address: created by an import, by Auth.js on the same
// tables, or through a provider that claims too much. Accounts and passkeys from before the proof may be an attacker's.
// So a sign-in method of a user with a proved address works only if its provider vouches for this same address now, or
// if a slot records that the method was confirmed. The record is the time of a sign-in or step-up, at or after
// `emailVerified`, in whose session the user linked, added or confirmed the method. A later proof makes older records
// invalid without a write. A record that is lost or expires means that the user must confirm the method again, so
// forgetting is safe.

import type { User } from "../../contract/types.ts"
import { sha256 } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { type MethodKey, parseCredentialId, passkeyMethod } from "./method-key.ts"

type ConfirmationRecord = { readonly userId: string; readonly at: number }

const DAY = 24 * 3600 * 1000
const recordMs = 730 * DAY
const renewAfterMs = 30 * DAY

/** Whether the user may sign in with this method, or must confirm it first. */
export async function isConfirmed(
  core: Core,
  method: MethodKey,
  user: User,
  isVouchedFor = false,
): Promise<boolean> {
  const proved = proofTime(core, user)
  if (proved === null || isVouchedFor) return true
  const record = await readRecord(core, method, user)
  return record !== null && record.at >= proved
}

/** When the user proved the address; `null` if the methods of this user need no confirmation. */
function proofTime({ settings, capabilities }: Core, { email, emailVerified }: User): number | null {
  if (!capabilities.confirmSignInMethods || !settings.email || !email || !emailVerified) return null
  const proved = emailVerified.getTime()
  return proved < settings.trustUsersVerifiedBefore ? null : proved
}

/** Records a confirmation. `at` is the time of the sign-in in whose session the user confirmed the method. */
export async function recordConfirmation(
  { slots, now }: Core,
  method: MethodKey,
  user: Pick<User, "id">,
  at: number,
): Promise<void> {
  if (!slots) return
  const slot = {
    key: await slotKey(method),
    value: { userId: user.id, at },
    expires: new Date(now() + recordMs),
  }
  // The slot may expire between the two calls; a record that is lost is safe.
  if (!(await slots.claim(slot)).ok) await slots.replace(slot)
}

/** Does the same after the method was added or used. A failure does not affect the flow: a lost record is safe. */
export async function noteConfirmation(
  core: Core,
  method: MethodKey,
  user: Pick<User, "id">,
  at: number,
): Promise<void> {
  await recordConfirmation(core, method, user, at).catch((error: unknown) => {
    core.emit({ type: "operation_failed", operation: "recordConfirmation", code: readErrorCode(error) })
  })
}

/** Renews the record of a method that has just signed its user in, if the record is older than 30 days. */
export async function renewConfirmation(core: Core, method: MethodKey, user: User): Promise<void> {
  if (proofTime(core, user) === null) return
  const record = await readRecord(core, method, user).catch(() => null)
  if (record === null || record.at < core.now() - renewAfterMs)
    await noteConfirmation(core, method, user, core.now())
}

/** Confirms all sign-in methods of a user who proves the address while signed in. */
export const confirmAllMethods = (core: Core, user: Pick<User, "id">): Promise<void> =>
  confirmMethods(core, user, async () => true)

/** After a change of address: confirms the sign-in methods that were confirmed before it, and no others. */
export const carryConfirmations = (core: Core, before: User): Promise<void> =>
  confirmMethods(core, before, (method) => isConfirmed(core, method, before))

async function confirmMethods(
  core: Core,
  user: Pick<User, "id">,
  isIncluded: (method: MethodKey) => Promise<boolean>,
): Promise<void> {
  const { settings, adapter, extras, slots, now, emit } = core
  if (!slots) return
  try {
    const accounts = (await extras.listAccounts?.(user.id)) ?? []
    const passkeys = settings.passkeys ? await adapter.listAuthenticatorsByUserId(user.id) : []
    const ids = passkeys.flatMap(({ credentialID }) => parseCredentialId(credentialID) ?? [])
    for (const method of [...accounts, ...ids.map(passkeyMethod)])
      if (await isIncluded(method)) await noteConfirmation(core, method, user, now())
  } catch (error) {
    emit({ type: "operation_failed", operation: "confirmAllMethods", code: readErrorCode(error) })
  }
}

async function readRecord(
  { slots }: Core,
  method: MethodKey,
  { id }: User,
): Promise<ConfirmationRecord | null> {
  const record = (await slots?.read(await slotKey(method)))?.value as ConfirmationRecord | null | undefined
  return record?.userId === id ? record : null
}

const slotKey = async ({ provider, providerAccountId }: MethodKey): Promise<string> =>
  `auth/confirmed/${await sha256([provider, providerAccountId].map(encodeURIComponent).join("/"))}`
