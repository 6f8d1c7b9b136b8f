/** How a user signed in. `custom` is your own code, through `sessions.create`. */
export type SignInMethod = "email" | "oauth" | "passkey" | "custom"

/**
 * An event for logs and alerts. It holds ids, handles and names from your configuration, never a token, an email
 * address or any other input of a client.
 */
export type AuthEvent =
  | {
      readonly type: "signed_in"
      readonly userId: string
      readonly method: SignInMethod
      readonly provider?: string | undefined
      readonly isNewUser: boolean
      readonly session: string
    }
  | {
      readonly type: "stepped_up"
      readonly userId: string
      readonly method: "email" | "passkey"
      readonly session: string
    }
  | { readonly type: "signed_out"; readonly userId?: string | undefined; readonly pending: boolean }
  | {
      readonly type: "session_extended"
      readonly userId: string
      readonly session: string
      readonly expires: Date
    }
  /** Not emitted for sessions that an adapter of Mortise removed in its own upkeep. */
  | { readonly type: "session_expired"; readonly userId: string; readonly session: string }
  /** Without `session`: all sessions of the user were revoked, or all except that of the request. */
  | { readonly type: "session_revoked"; readonly userId: string; readonly session?: string | undefined }
  | { readonly type: "user_created"; readonly userId: string; readonly method: SignInMethod }
  | { readonly type: "user_deleted"; readonly userId: string }
  | { readonly type: "user_suspended"; readonly userId: string }
  | { readonly type: "user_resumed"; readonly userId: string }
  /** `plain` is false for an address with letters outside ASCII, which may look like another address. */
  | { readonly type: "email_requested"; readonly by: "link" | "code"; readonly plain: boolean }
  | { readonly type: "email_verified"; readonly userId: string }
  | { readonly type: "account_linked"; readonly userId: string; readonly provider: string }
  | { readonly type: "account_refreshed"; readonly userId: string; readonly provider: string }
  | { readonly type: "account_unlinked"; readonly userId: string; readonly provider: string }
  /** A sign-in was refused as `confirm_sign_in_method`. `provider` is `passkey` for a passkey. */
  | { readonly type: "sign_in_method_unconfirmed"; readonly userId: string; readonly provider: string }
  | { readonly type: "sign_in_method_confirmed"; readonly userId: string; readonly provider: string }
  | { readonly type: "passkey_added"; readonly userId: string }
  | { readonly type: "passkey_removed"; readonly userId: string }
  /** The counter did not grow: the passkey may have been copied. `refused` is the outcome of `counterRegression`. */
  | { readonly type: "passkey_counter_regressed"; readonly userId: string; readonly refused: boolean }
  | { readonly type: "refused"; readonly flow: string; readonly reason: string }
  /** A call to the store failed without an effect on the result: it is retried, or only cleaned up. */
  | { readonly type: "operation_failed"; readonly operation: string; readonly code: string }

export type Emit = (event: AuthEvent) => void

/** Passes every event to the listener. A listener that throws or rejects does not affect the flow. */
export function createEmit(listener: ((event: AuthEvent) => unknown) | undefined): Emit {
  return (event) => {
    try {
      const returned: unknown = listener?.(Object.freeze(event))
      if (returned instanceof Promise) returned.catch(() => {})
    } catch {}
  }
}
