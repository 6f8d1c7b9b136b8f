import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { parseAddress } from "./address.ts"
import { createCodeFailures } from "./codes/code-failures.ts"
import { createKnownBrowsers } from "./known-browsers.ts"

/** A user has signed in with a passkey, or through a provider that has verified the address `vouchedFor`. */
export type OwnerSignedIn = (request: HasHeaders, user: User, vouchedFor?: string | null) => Promise<void>

/**
 * Resets the count of wrong codes for the user's address. Only for a proved address: an attacker who created a user
 * with a victim's address must not be able to reset the victim's count.
 */
export function createOwnerSignedIn(core: Core): OwnerSignedIn {
  const browsers = createKnownBrowsers(core)
  const failures = createCodeFailures(core, browsers)
  return async (request, { email, emailVerified }, vouchedFor) => {
    const address = parseAddress(email)?.email
    const isOwner = address !== undefined && (emailVerified || address === vouchedFor)
    if (isOwner && core.settings.email?.sendCode) await failures.reset(address, await browsers.read(request))
  }
}
