/** Why the user has to sign in with the provider again. */
export type SignInReason =
  /** The token has expired, and no refresh token is stored. */
  | "refresh_token_missing"
  /** The provider refused the refresh token: it has expired, or the user or the provider has revoked it. */
  | "refresh_token_refused"
  /** The refresh token was sent and its answer was lost. It may be used up, so it is not sent again. */
  | "refresh_answer_lost"

/** An event for logs and alerts. It never holds a token. */
export type TokenEvent =
  | { readonly type: "token_refreshed"; readonly userId: string; readonly provider: string }
  /** A request to the provider failed. The stored tokens are kept, and a later call tries again. */
  | { readonly type: "refresh_failed"; readonly userId: string; readonly provider: string }
  /** Emitted once for each stored refresh token. */
  | {
      readonly type: "sign_in_needed"
      readonly userId: string
      readonly provider: string
      readonly reason: SignInReason
    }
  | { readonly type: "token_saved"; readonly userId: string; readonly provider: string }
  | { readonly type: "token_revoked"; readonly userId: string; readonly provider: string }
  /**
   * An account was removed, and its provider did not confirm that it has revoked the tokens: they may still work. Without
   * `provider`, the tokens of a deleted user could not be read.
   */
  | { readonly type: "revocation_failed"; readonly userId: string; readonly provider?: string }
