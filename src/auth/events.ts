/** How a person proved who they are. `custom` is your own code, through `sessions.create`. */
export type SignInMethod = "email" | "oauth" | "passkey" | "custom"

/**
 * What happened, for logs and alarms: ids, handles and names from your configuration. Never a token, an address,
 * or anything else that a stranger typed.
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
  | { readonly type: "signed_out"; readonly userId?: string | undefined; readonly pending: boolean }
  | {
      readonly type: "session_extended"
      readonly userId: string
      readonly session: string
      readonly expires: Date
    }
  /** Not told of what an adapter of Mortise removed by itself, because its own time was up. */
  | { readonly type: "session_expired"; readonly userId: string; readonly session: string }
  /** `session` is missing when all sessions of the user ended, or all but the one in use. */
  | { readonly type: "session_revoked"; readonly userId: string; readonly session?: string | undefined }
  | { readonly type: "user_created"; readonly userId: string; readonly method: SignInMethod }
  | { readonly type: "user_deleted"; readonly userId: string }
  /** `plain` is false for an address with letters outside ASCII, which may look like another one. */
  | { readonly type: "email_requested"; readonly by: "link" | "code"; readonly plain: boolean }
  | { readonly type: "email_verified"; readonly userId: string }
  | { readonly type: "account_linked"; readonly userId: string; readonly provider: string }
  | { readonly type: "account_refreshed"; readonly userId: string; readonly provider: string }
  | { readonly type: "account_unlinked"; readonly userId: string; readonly provider: string }
  | { readonly type: "passkey_added"; readonly userId: string }
  | { readonly type: "passkey_removed"; readonly userId: string }
  /** The counter did not grow: the passkey may have been copied. `refused` says what your policy did. */
  | { readonly type: "passkey_counter_regressed"; readonly userId: string; readonly refused: boolean }
  | { readonly type: "refused"; readonly flow: string; readonly reason: string }
  /** Something that the person need not notice went wrong: it is tried again, or was a courtesy. */
  | { readonly type: "operation_failed"; readonly operation: string; readonly code: string }

export type Emit = (event: AuthEvent) => void

/** Tells the listener of every event. Whatever the listener does, the flow goes on. */
export function createEmit(listener: ((event: AuthEvent) => unknown) | undefined): Emit {
  return (event) => {
    try {
      const told: unknown = listener?.(Object.freeze(event))
      if (told instanceof Promise) told.catch(() => {})
    } catch {}
  }
}
