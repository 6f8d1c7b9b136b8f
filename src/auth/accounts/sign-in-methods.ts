import type { Account, Authenticator } from "../../contract/types.ts"
import { unsupported } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { type CrossSiteRefusal, checkCrossSite } from "../http/cross-site-check.ts"
import { credentialIdOf } from "../passkeys/credential.ts"
import type { Refused, SetCookies } from "../results.ts"
import type { Sessions } from "../sessions/sessions.ts"

/** What a person can sign in with. */
export type SignInMethods = {
  readonly userId: string
  readonly accounts: readonly Account[]
  readonly passkeys: readonly Authenticator[]
  /** Accounts of providers that are in use, passkeys, and the mailbox. */
  readonly count: number
}

/** Why a way in was not taken away. */
export type RemovalRefusal =
  | CrossSiteRefusal
  | "signed_out"
  | "sign_in_again"
  /** Without it, the person could not sign in any more. */
  | "last_sign_in_method"
  /** The person is taking another one away right now. */
  | "busy"

/**
 * Takes away what `find` finds, unless it is the last way in, and ends the person's other sessions. If it finds none, it
 * is `missing`, and the other sessions end too: an earlier attempt may have been broken off before it got to them.
 */
export type RemoveSignInMethod = <R extends string>(
  request: Request,
  missing: R,
  find: (methods: SignInMethods) => { readonly remaining: number; remove(): Promise<unknown> } | undefined,
) => Promise<{ readonly ok: true; readonly cookies: SetCookies } | Refused<RemovalRefusal | R>>

const lockMs = 30_000

/** Whether somebody can sign in with an account: its provider must still be in use, and it must stand for no passkey. */
export const isSignInMethod = ({ settings }: Core, { provider, type }: Account): boolean =>
  type !== "webauthn" && settings.providers.has(provider)

export function accountsOf({ extras }: Core, userId: string): Promise<Account[]> {
  if (!extras.listAccounts) throw unsupported("This adapter cannot list accounts: use one of Mortise")
  return extras.listAccounts(userId)
}

export function createRemoveSignInMethod(core: Core, sessions: Sessions): RemoveSignInMethod {
  const { settings, adapter, slots, capabilities, now } = core

  async function signInMethodsOf(userId: string): Promise<SignInMethods> {
    const accounts = await accountsOf(core, userId)
    const passkeys = settings.passkeys ? await adapter.listAuthenticatorsByUserId(userId) : []
    const mailbox = settings.email && (await adapter.getUser(userId))?.email ? 1 : 0
    const usable = accounts.filter((account) => isSignInMethod(core, account))
    // One that is spelled otherwise is never found when somebody signs in with it.
    const found = passkeys.filter(({ credentialID }) => credentialIdOf(credentialID) === credentialID)
    return { userId, accounts, passkeys, count: usable.length + found.length + mailbox }
  }

  /** Two at once could each take what the other counts on: one person takes one way away at a time. */
  async function withLock<T>(
    userId: string,
    run: (isHeld: () => boolean) => Promise<T>,
  ): Promise<T | "busy"> {
    if (!slots) throw unsupported("This adapter cannot keep two requests apart: use one of Mortise")
    const key = `auth/remove-sign-in-method/${userId}`
    const expires = new Date(now() + lockMs)
    const isHeld = () => now() < expires.getTime()
    if (!(await slots.claim({ key, expires }))) return "busy"
    try {
      return await run(isHeld)
    } finally {
      // One that cannot be given back runs out by itself; after that it may be another's.
      if (isHeld()) await slots.take(key).catch(() => null)
    }
  }

  return async (request, missing, find) => {
    const refused = <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => ({
      ok: false,
      reason,
      cookies,
    })
    const wrong = checkCrossSite(request, settings.origin)
    if (wrong) return refused(wrong)
    const session = await sessions.current(request)
    if (!session) return refused("signed_out")
    if (!session.info.fresh) return refused("sign_in_again")
    const { id: userId } = session.user
    const endsFirst = settings.session.strategy === "database" && capabilities.revokeSessions
    const endOthers = async () => (capabilities.revokeSessions ? sessions.endOthers(request, session) : [])
    const outcome = await withLock(userId, async (isHeld) => {
      const found = find(await signInMethodsOf(userId))
      // Whoever took it away may not have got as far as the sessions.
      if (!found) return refused(missing, await endOthers())
      if (found.remaining === 0) return refused("last_sign_in_method")
      // Sessions first: if the way in then stays, nothing is lost; the other way round they would stay unseen. Not so with
      // tokens: the one in use is replaced, and would be lost if the way in stayed.
      if (endsFirst && !(await sessions.functions.revokeOthers(request)).ok) return refused("signed_out")
      if (!isHeld()) return refused("busy")
      await found.remove()
      // Somebody may have come in by it meanwhile.
      return { ok: true, cookies: await endOthers() } as const
    })
    return outcome === "busy" ? refused(outcome) : outcome
  }
}
