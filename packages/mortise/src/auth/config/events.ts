/** How a user signed in. `custom` is your own code, through `sessions.create`. */
export type SignInMethod = "email" | "oauth" | "passkey" | "custom"

/** Which group of functions refused a request; `route` if a route refused it before it called a function. */
export type RefusedFlow = "account" | "email" | "oauth" | "passkey" | "route" | "session"

/**
 * An event for logs and alerts. It holds ids, handles and names from your configuration, never a token, an email
 * address or any other client input. `session` is a session's handle, and `addressHash` a keyed hash: the
 * same address has the same hash until the secret changes.
 */
export type AuthEvent = EventDetails & {
  /** The id of the request, if the option `requestId` is set and a client's request caused the event. */
  readonly requestId?: string | undefined
  /** The tenant, with the option `tenant`. A request that was refused because it has none emits an event without it. */
  readonly tenant?: string | undefined
}

type EventDetails =
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
  /** Without `session`, the request carried no valid session. `userId` is absent if the store did not return it. */
  | {
      readonly type: "signed_out"
      readonly userId?: string | undefined
      readonly session?: string | undefined
      readonly pending: boolean
    }
  | {
      readonly type: "session_extended"
      readonly userId: string
      readonly session: string
      readonly expires: Date
    }
  /** Not emitted for sessions that a Mortise adapter removed in its own upkeep. */
  | { readonly type: "session_expired"; readonly userId: string; readonly session: string }
  /** Without `session`: all of the user's sessions were revoked, or all except the current one. */
  | { readonly type: "session_revoked"; readonly userId: string; readonly session?: string | undefined }
  /** A provider reported that a user signed out there. `sessions` is the number of sessions that ended here. */
  | { readonly type: "provider_logout"; readonly provider: string; readonly sessions: number }
  | { readonly type: "user_created"; readonly userId: string; readonly method: SignInMethod }
  | { readonly type: "user_deleted"; readonly userId: string }
  | { readonly type: "user_suspended"; readonly userId: string }
  | { readonly type: "user_resumed"; readonly userId: string }
  /** `plain` is false for an address with letters outside ASCII, which may look like another address. */
  | {
      readonly type: "email_requested"
      readonly by: "link" | "code"
      readonly plain: boolean
      readonly addressHash: string
    }
  | { readonly type: "email_verified"; readonly userId: string; readonly addressHash: string }
  | {
      readonly type: "email_change_requested"
      readonly userId: string
      readonly session: string
      readonly addressHash: string
    }
  | {
      readonly type: "email_changed"
      readonly userId: string
      readonly session: string
      readonly addressHash: string
      readonly previousAddressHash?: string | undefined
    }
  /** A hundred wrong codes were entered for one address: six digits are not accepted for it until its owner signs in. */
  | { readonly type: "code_limit_reached"; readonly addressHash: string }
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
  /** `session` is the session whose cookie the request carried; it may have ended. */
  | {
      readonly type: "refused"
      readonly flow: RefusedFlow
      readonly reason: string
      readonly userId?: string | undefined
      readonly session?: string | undefined
      readonly addressHash?: string | undefined
    }
  /** A call to the store failed without an effect on the result: it is retried, or only cleaned up. */
  | { readonly type: "operation_failed"; readonly operation: string; readonly code: string }
