import { checkOptionNames } from "../contract/check-options.ts"
import { MortiseError } from "../contract/errors.ts"
import { printFailure } from "../shared/console.ts"
import { isSecureUrl } from "../shared/secure-url.ts"

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

/** The checked options, with all defaults applied. */
export type LogoutSettings = {
  readonly providers: readonly LogoutProvider[]
  readonly emit: (event: LogoutEvent) => void
  readonly fail: (error: unknown) => void
  readonly now: () => number
}

const names = ["adapter", "providers", "onEvent", "onError", "now"]

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkLogoutOptions(options: LogoutOptions): LogoutSettings {
  checkOptionNames("federatedLogout", options, names)
  const { providers, onEvent = () => {}, onError = printFailure, now = Date.now } = options
  if (!Array.isArray(providers) || providers.length === 0)
    throwInvalidOption("providers must be a list with at least one provider")
  for (const { id, issuer, clientId } of providers) {
    if (!id || !clientId) throwInvalidOption("each provider needs an id and a clientId")
    if (!isSecureUrl(issuer)) throwInvalidOption(`the issuer of the provider ${id} must start with https://`)
  }
  if (new Set(providers.map(({ id }) => id)).size < providers.length)
    throwInvalidOption("two providers have the same id: give each its own")
  return { providers, now, emit: quietly(onEvent), fail: quietly(onError) }
}

/** A listener that throws or rejects does not affect the response. */
const quietly =
  <T>(listener: (value: T) => void) =>
  (value: T): void => {
    new Promise((resolve) => resolve(listener(value))).catch(() => {})
  }

function throwInvalidOption(problem: string): never {
  throw new MortiseError("invalid", `federatedLogout: ${problem}.`)
}
