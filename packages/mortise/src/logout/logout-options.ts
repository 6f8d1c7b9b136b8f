import { checkOptionNames, checkProviders, ignoreFailures } from "../contract/check-options.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import { printFailure } from "../shared/console.ts"

/** Your application's OpenID Connect provider. */
export type LogoutProvider = {
  /** The provider's id in Auth.js, which is also its name in the accounts. */
  readonly id: string
  readonly issuer: string
  readonly clientId: string
}

/** An event for logs. */
export type LogoutEvent =
  /** A provider reported a sign-out. `sessions` is the number of stored sessions that ended. */
  | { readonly type: "provider_logout"; readonly provider: string; readonly sessions: number }
  /** The request was refused: its token is invalid, or was used before. */
  | { readonly type: "logout_refused"; readonly reason: "invalid_logout_token" | "used_logout_token" }

/** The options of `federatedLogout`. */
export type LogoutOptions = {
  /** A Mortise adapter: it needs slots, and the extra `listSessions`. */
  readonly adapter: object
  readonly providers: readonly LogoutProvider[]
  readonly onEvent?: (event: LogoutEvent) => void
  /** Called when the store or a provider fails during a request of a provider. Default: prints the error. */
  readonly onError?: (error: unknown) => void
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
}

const names = ["adapter", "providers", "onEvent", "onError", "now"]

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkLogoutOptions(options: LogoutOptions) {
  checkOptionNames("federatedLogout", options, names)
  const { providers, onEvent = () => {}, onError = printFailure, now = Date.now } = options
  if (!Array.isArray(providers) || providers.length === 0)
    throwInvalid("federatedLogout: providers must be a list with at least one provider.")
  return {
    providers: checkProviders("federatedLogout", providers, ({ issuer }) => [issuer]),
    emit: ignoreFailures(onEvent),
    fail: ignoreFailures(onError),
    now,
  }
}
