import type { Account } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { Refused } from "../core/results.ts"
import type { SetCookies } from "../http/cookies.ts"
import type { ConfirmRefusal, ConfirmSignInMethod } from "./confirm-sign-in-method.ts"
import { passkeyProvider } from "./method-key.ts"
import type { RemovalRefusal, RemoveSignInMethod } from "./remove-sign-in-method.ts"
import { isSignInMethod, listAccounts } from "./sign-in-methods.ts"

/** An account as its user may see it, without the tokens. */
export type AccountInfo = Pick<Account, "provider" | "providerAccountId" | "type">

/** The result of unlinking. `not_linked`: the user does not have this account. Send the cookies in either case. */
export type UnlinkResult =
  | { readonly ok: true; readonly cookies: SetCookies }
  | Refused<RemovalRefusal | "not_linked">

/** The result of confirming. `not_linked`: the user does not have this account. */
export type ConfirmResult =
  | { readonly ok: true; readonly cookies: SetCookies }
  | Refused<ConfirmRefusal | "not_linked">

/** `auth.accounts`. To link an account, call `auth.oauth.start` with `link: true`. */
export type AccountFunctions = {
  list(userId: string): Promise<AccountInfo[]>
  /** Unlinks an account of the signed-in user and revokes the user's other sessions. */
  unlink(request: Request, account: { provider: string; providerAccountId: string }): Promise<UnlinkResult>
  /** Confirms an account from before the address was proved, so that its user can sign in with it. */
  confirm(request: Request, account: { provider: string; providerAccountId: string }): Promise<ConfirmResult>
}

export function createAccounts(
  core: Core,
  removeSignInMethod: RemoveSignInMethod,
  confirmSignInMethod: ConfirmSignInMethod,
): AccountFunctions {
  const { adapter, emit } = core
  return {
    list: async (userId) =>
      (await listAccounts(core, userId)).map(({ provider, providerAccountId, type }) => ({
        provider,
        providerAccountId,
        type,
      })),

    async unlink(request, { provider, providerAccountId }) {
      return removeSignInMethod(request, "not_linked", ({ userId, accounts, count }) => {
        const account = accounts.find(
          (candidate) => candidate.provider === provider && candidate.providerAccountId === providerAccountId,
        )
        if (!account || account.type === "webauthn") return undefined
        const remaining = isSignInMethod(core, account) ? count - 1 : count
        const remove = async () => {
          await adapter.unlinkAccount({ provider, providerAccountId })
          emit({ type: "account_unlinked", userId, provider })
        }
        return { remaining, remove }
      })
    },

    async confirm(request, { provider, providerAccountId }) {
      return confirmSignInMethod(request, "not_linked", async (userId) => {
        const method = { provider, providerAccountId }
        if (provider === passkeyProvider) return null
        return (await adapter.getUserByAccount(method))?.id === userId ? method : null
      })
    },
  }
}
