// A user handle identifies a user to the device: all passkeys of a user share one, and it must not reveal the user. At
// a visitor's sign-up the user's id is not known yet, and some stores make their own ids, so the handle is
// random. It is stored with the account of the passkey, in `session_state`, which only OpenID providers use. A new
// passkey reads it from the user's other passkeys. A signed-in user without a stored handle gets a keyed hash of the id.

import type { Authenticator, User } from "../../contract/types.ts"
import { fromBase64, randomToken, sha256 } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import { passkeyProvider } from "../sign-in-methods/method-key.ts"

const prefix = "user-handle:"
const form = /^[A-Za-z0-9_-]{43}$/

/** The handle for a new passkey of this user, who has these passkeys; `null` is a visitor. */
export async function resolveUserHandle(
  { adapter, keys }: Core,
  user: User | null,
  passkeys: readonly Authenticator[],
): Promise<string> {
  for (const { providerAccountId } of passkeys) {
    const account = await adapter.getAccount(providerAccountId, passkeyProvider)
    const stored = account?.session_state ?? ""
    if (stored.startsWith(prefix)) return stored.slice(prefix.length)
  }
  return user ? sha256(await keys.mac("passkey handle", String(user.id))) : randomToken()
}

/** The field of the passkey's account that stores the handle. */
export const handleField = (handle: string | null): { session_state?: string } =>
  handle === null ? {} : { session_state: `${prefix}${handle}` }

/** The handle in the response of a device; `null` if it has none of ours. */
export function handleIn({ response }: Readonly<Record<string, unknown>>): string | null {
  const { userHandle } = (response ?? {}) as { userHandle?: unknown }
  const bytes = typeof userHandle === "string" ? fromBase64(userHandle) : null
  const handle = bytes && new TextDecoder().decode(bytes)
  return handle !== null && form.test(handle) ? handle : null
}
