import type { SignInReason } from "./token-events.ts"

/** An account by its user and provider. `providerAccountId` is needed if the user has several. */
export type WhichAccount = {
  readonly userId: string
  readonly provider: string
  readonly providerAccountId?: string | number | undefined
}

/** An access token that can be used now. */
export type FreshToken = {
  readonly ok: true
  readonly accessToken: string
  /** Absent if the token does not expire. */
  readonly expiresAt?: Date
  readonly scope?: string
  readonly tokenType?: string
}

/**
 * Why there is no token. `account_missing`: the user has not signed in with the provider. With every other reason,
 * ask the user to sign in with the provider again.
 */
export type NoToken = { readonly ok: false; readonly reason: "account_missing" | SignInReason }

/** What `get` returns: a token, or why there is none. */
export type TokenResult = FreshToken | NoToken

/**
 * What `revoke` returns. `account_missing`: the user has no account at the provider. `token_missing`: the account has no
 * token, so there was nothing to revoke.
 */
export type RevokeTokensResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "account_missing" | "token_missing" }

/** The account of a sign-in, as Auth.js passes it to `events.signIn`, with the id of its user. */
export type SignedInAccount = {
  readonly userId?: string | undefined
  readonly provider: string
  readonly providerAccountId: string
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly expires_at?: number | undefined
  readonly scope?: string | undefined
  readonly token_type?: string | undefined
}

/** The functions that `accessTokens` returns. */
export type AccessTokens = {
  /**
   * The access token of a user's account, refreshed if it expires soon. Of all callers in all processes, one refreshes
   * and the others wait for it. Throws `unavailable` if the provider or the store cannot be used.
   */
  get(which: WhichAccount): Promise<TokenResult>
  /**
   * Stores the tokens of a sign-in, for `events.signIn` of Auth.js, which does not update them itself. An account
   * without tokens and an account of another provider are left alone.
   */
  saveTokens(account: SignedInAccount | null | undefined): Promise<void>
  /**
   * Revokes the tokens of an account at the provider (RFC 7009), then removes them from the store. Throws `unavailable`
   * if the provider does not confirm it.
   */
  revoke(which: WhichAccount): Promise<RevokeTokensResult>
  /**
   * Returns an adapter that revokes an account's tokens before `unlinkAccount` removes it, and the tokens of all of a
   * user's accounts before `deleteUser`. Pass it to `createAuth`. If the provider does not confirm it, the event
   * `revocation_failed` is emitted, and the row is still removed.
   */
  revokeOnRemoval<A extends object>(adapter: A): A
}
