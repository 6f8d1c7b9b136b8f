import type { Account } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { Refused, SetCookies } from "../results.ts"
import {
  accountsOf,
  isSignInMethod,
  type RemovalRefusal,
  type RemoveSignInMethod,
} from "./sign-in-methods.ts"

/** An account as a person may see it, without its tokens. */
export type AccountInfo = Pick<Account, "provider" | "providerAccountId" | "type">

/** What became of taking an account away; `not_linked`: the person has no such account (any more). Send the cookies in either case. */
export type UnlinkResult =
  | { readonly ok: true; readonly cookies: SetCookies }
  | Refused<RemovalRefusal | "not_linked">

/** `auth.accounts`. To link one, start `auth.oauth` with `link`. */
export type AccountFunctions = {
  list(userId: string): Promise<AccountInfo[]>
  /** Takes an account from the person who is signed in, and ends their other sessions. */
  unlink(request: Request, account: { provider: string; providerAccountId: string }): Promise<UnlinkResult>
}

export function createAccounts(core: Core, removeSignInMethod: RemoveSignInMethod): AccountFunctions {
  const { adapter, emit } = core
  return {
    list: async (userId) =>
      (await accountsOf(core, userId)).map(({ provider, providerAccountId, type }) => ({
        provider,
        providerAccountId,
        type,
      })),

    async unlink(request, { provider, providerAccountId }) {
      return removeSignInMethod(request, "not_linked", ({ userId, accounts, count }) => {
        const account = accounts.find(
          (each) => each.provider === provider && each.providerAccountId === providerAccountId,
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
  }
}
