import type { Account } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { createUnsupportedError } from "../core/errors.ts"
import { parseCredentialId } from "./method-key.ts"

/** What a user can sign in with. */
export type SignInMethods = Readonly<Awaited<ReturnType<typeof readSignInMethods>>>

/** Whether a user can sign in with an account: its provider is configured, and it does not belong to a passkey. */
export const isSignInMethod = ({ settings }: Core, { provider, type }: Account): boolean =>
  type !== "webauthn" && settings.providers.has(provider)

export function listAccounts({ extras }: Core, userId: string): Promise<Account[]> {
  if (!extras.listAccounts)
    throw createUnsupportedError("This adapter cannot list accounts: use a Mortise adapter")
  return extras.listAccounts(userId)
}

export async function readSignInMethods(core: Core, userId: string) {
  const { settings, adapter } = core
  const accounts = await listAccounts(core, userId)
  const passkeys = settings.passkeys ? await adapter.listAuthenticatorsByUserId(userId) : []
  const mailboxes = settings.email && (await adapter.getUser(userId))?.email ? 1 : 0
  const usableAccounts = accounts.filter((account) => isSignInMethod(core, account))
  // A sign-in looks a passkey up by the canonical form of its id, so it never finds one stored in another form.
  const usablePasskeys = passkeys.filter(
    ({ credentialID }) => parseCredentialId(credentialID) === credentialID,
  )
  /** The number of accounts of configured providers, usable passkeys and the email address. */
  const count = usableAccounts.length + usablePasskeys.length + mailboxes
  return { userId, accounts, passkeys, count }
}
