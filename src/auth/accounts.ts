import type { Account } from "../contract/types.ts"
import type { Core } from "./core.ts"
import { cannot } from "./reach.ts"
import { type Misdirected, misdirected } from "./requests.ts"
import type { Refused, SetCookies } from "./results.ts"
import type { Sessions } from "./sessions/sessions.ts"

/** An account as a person may see it, without its tokens. */
export type AccountInfo = Pick<Account, "provider" | "providerAccountId" | "type">

/** What became of taking an account away. */
export type Unlinked =
  | { readonly ok: true; readonly cookies: SetCookies }
  | Refused<
      | Misdirected
      | "signed_out"
      | "sign_in_again"
      /** The person has no such account. */
      | "not_linked"
      /** Without it, the person could not sign in any more. */
      | "last_way_in"
      /** The person is unlinking another one right now. */
      | "busy"
    >

/** `auth.accounts`. To link one, start `auth.oauth` with `link`. */
export type AccountFunctions = {
  list(userId: string): Promise<AccountInfo[]>
  /** Takes an account from the person who is signed in, and ends their other sessions. */
  unlink(request: Request, account: { provider: string; providerAccountId: string }): Promise<Unlinked>
}

const lockedFor = 30_000
const nothingEnded = { ok: true, cookies: [] } as const

export function createAccounts(core: Core, sessions: Sessions): AccountFunctions {
  const { settings, adapter, extras, slots, capabilities, emit, now } = core
  const accountsOf = (userId: string): Promise<Account[]> => {
    if (!extras.listAccounts) throw cannot("This adapter cannot list accounts: use one of Mortise")
    return extras.listAccounts(userId)
  }

  /** Two at once could each take what the other counts on: one person unlinks one account at a time. */
  async function alone<T>(userId: string, run: () => Promise<T>): Promise<T | "busy"> {
    if (!slots) throw cannot("This adapter cannot keep two requests apart: use one of Mortise")
    const key = `auth/unlink/${userId}`
    if (!(await slots.claim({ key, expires: new Date(now() + lockedFor) }))) return "busy"
    try {
      return await run()
    } finally {
      // One that cannot be given back runs out by itself.
      await slots.take(key).catch(() => null)
    }
  }

  /** In how many ways the person could sign in without this account. */
  async function otherWays(userId: string, accounts: readonly Account[], gone: Account): Promise<number> {
    const others = accounts.filter((each) => each !== gone && settings.providers.has(each.provider))
    const passkeys = settings.passkeys ? await adapter.listAuthenticatorsByUserId(userId) : []
    const mailbox = settings.email && (await adapter.getUser(userId))?.email ? 1 : 0
    return others.length + passkeys.length + mailbox
  }

  return {
    list: async (userId) =>
      (await accountsOf(userId)).map(({ provider, providerAccountId, type }) => ({
        provider,
        providerAccountId,
        type,
      })),

    async unlink(request, { provider, providerAccountId }) {
      const refused = <R extends string>(reason: R): Refused<R> => ({ ok: false, reason, cookies: [] })
      const wrong = misdirected(request, settings.origin)
      if (wrong) return refused(wrong)
      const session = await sessions.current(request)
      if (!session) return refused("signed_out")
      if (!session.info.fresh) return refused("sign_in_again")
      const { user } = session
      const outcome = await alone(user.id, async () => {
        const accounts = await accountsOf(user.id)
        const account = accounts.find(
          (each) => each.provider === provider && each.providerAccountId === providerAccountId,
        )
        if (!account || account.type === "webauthn") return "not_linked"
        if ((await otherWays(user.id, accounts, account)) === 0) return "last_way_in"
        // Sessions first: if the account then stays, nothing is lost; the other way round they would stay unseen.
        const kept = capabilities.revokeSessions ? await sessions.revokeOthers(request) : nothingEnded
        if (!kept.ok) return "signed_out"
        await adapter.unlinkAccount({ provider, providerAccountId })
        return kept.cookies
      })
      if (typeof outcome === "string") return refused(outcome)
      emit({ type: "account_unlinked", userId: user.id, provider })
      return { ok: true, cookies: outcome }
    },
  }
}
