import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { withLock } from "../core/with-lock.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import type { LiveSession } from "../sessions/strategy.ts"
import { carryConfirmations } from "../sign-in-methods/confirmations.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { checkLink } from "./links.ts"
import { changeOwner } from "./request-change.ts"

/**
 * Uses a posted link or code for a change of address. The browser must be signed in as the user who requested it:
 * otherwise an attacker could mail a link to a victim, whose click would add the victim's address to the attacker's user.
 */
export function createFollowChange(parts: EmailParts): EmailFunctions<User>["followChange"] {
  const { core, sessions, tokens, changeCodes, failures, browsers, reportRefusal } = parts
  const { settings, adapter, keys, emit } = core
  return async (request) => {
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const session = await sessions.current(request)
    const user = session && (await adapter.getUser(session.user.id))
    if (!session || !user) return reportRefusal(request, "signed_out")
    const body = await readFields(request)
    const browser = await browsers.read(request)
    const owner = changeOwner(user)
    const proof =
      body["code"] === undefined
        ? await checkLink(core, tokens, body, { purpose: "email change", owner })
        : await changeCodes.check(request, browser, body["code"], owner)
    if (!proof.ok) return reportRefusal(request, proof.reason, proof)
    const { email, returnTo } = proof
    await failures.reset(email, browser)

    const changed = await changeAddress(core, user, email)
    if (typeof changed === "string") return reportRefusal(request, changed, proof)
    // A new proof makes older confirmations of sign-in methods invalid.
    await carryConfirmations(core, user)
    const [addressHash, previousAddressHash] = await Promise.all([
      keys.mac("address hash", email),
      user.email ? keys.mac("address hash", user.email) : undefined,
    ])
    const { handle } = session.info
    emit(
      { type: "email_changed", userId: user.id, session: handle, addressHash, previousAddressHash },
      request,
    )
    const after = await refreshSessions(parts, request, session, changed)
    return { ok: true, user: changed, returnTo, ...after, cookies: [...after.cookies, ...proof.cookies] }
  }
}

/**
 * Changes the address, unless the user has another address by now or another user has the new one. A lock lets one
 * change of a user run at a time, and the unique address in the store decides between two users.
 */
async function changeAddress(core: Core, user: User, email: string): Promise<User | ChangeRefusal | "busy"> {
  const { slots, now } = core
  if (!slots) return changeUnlocked(core, user, email)
  return withLock(slots, now, `auth/change-address/${user.id}`, () => changeUnlocked(core, user, email))
}

type ChangeRefusal = "invalid_link" | "email_taken"

/** Sets the address and `emailVerified` in one write. */
async function changeUnlocked(
  { adapter, now }: Core,
  { id, email: old }: User,
  email: string,
): Promise<User | ChangeRefusal> {
  try {
    if ((await adapter.getUser(id))?.email !== old) return "invalid_link"
    const holder = await adapter.getUserByEmail(email)
    if (holder && holder.id !== id) return "email_taken"
    const emailVerified = new Date(now())
    const changed = await adapter.updateUser({ id, email, emailVerified })
    return changed ?? (await adapter.getUser(id)) ?? "invalid_link"
  } catch (error) {
    if (readErrorCode(error) === "conflict") return "email_taken"
    // The write may have succeeded although its response was lost.
    const current = await adapter.getUser(id)
    if (current?.email !== email) throw error
    return current
  }
}

/** Puts the new address into the token of this session, and revokes the others. */
async function refreshSessions(
  { core, sessions }: EmailParts,
  request: Request,
  session: LiveSession,
  user: User,
) {
  const { settings, capabilities, emit } = core
  const refreshed = await sessions.refreshUser(request, session, user)
  if (settings.email?.revokeOnChange === false || !capabilities.revokeSessions)
    return { othersRevoked: false, cookies: refreshed.cookies }
  try {
    const cookies = await sessions.revokeAllOthers(request, refreshed.session)
    return { othersRevoked: true, cookies: cookies.length > 0 ? cookies : refreshed.cookies }
  } catch (error) {
    // The address has changed, so the result is a success. It reports that other sessions may still be active.
    emit({ type: "operation_failed", operation: "revokeOthers", code: readErrorCode(error) }, request)
    return { othersRevoked: false, cookies: refreshed.cookies }
  }
}
