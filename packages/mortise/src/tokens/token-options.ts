import {
  checkOptionNames,
  checkProviders,
  ignoreFailures,
  toMilliseconds,
} from "../contract/check-options.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { TokenEvent } from "./token-events.ts"

type TokenClient = {
  /** The provider's name in the accounts, such as `github`. */
  readonly id: string
  readonly clientId: string
  /** Omit it for a public client. */
  readonly clientSecret?: string
  /** How the secret is sent. Default: `basic`. */
  readonly clientAuth?: "basic" | "post"
  /**
   * Whether a refresh token works only once. Default: true, which is safe with every provider. With false, a request
   * whose answer was lost is sent again.
   */
  readonly rotates?: boolean
  /** The lifetime of access tokens, if the provider does not give one. Default: they do not expire. */
  readonly lifetimeSeconds?: number
}

/** A provider whose access tokens are kept fresh. A `mortise/auth` provider is one, too. */
export type TokenProvider =
  | (TokenClient & { readonly type: "oidc"; readonly issuer: string })
  | (TokenClient & {
      readonly type: "oauth"
      /** The URL of the token endpoint. */
      readonly token: string
      /** The URL of the revocation endpoint. */
      readonly revocation?: string
    })

/** The options of `accessTokens`. */
export type TokenOptions = {
  /** A Mortise adapter: it needs the extras `updateAccount` and `listAccounts`, and slots. */
  readonly adapter: object
  readonly providers: readonly TokenProvider[]
  /** A token that expires within this time is refreshed. Default: 60. */
  readonly leewaySeconds?: number
  /**
   * How long a request to the provider may take. Default: 15. It must be longer than `fetch` waits for a connection, 10
   * seconds on Node: otherwise an unreachable server looks like a lost answer.
   */
  readonly timeoutSeconds?: number
  /** How long a caller waits for another one that refreshes the same token. Default: 20. */
  readonly waitSeconds?: number
  readonly onEvent?: (event: TokenEvent) => void
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
}

/** The checked options, with all defaults applied. */
export type TokenSettings = Readonly<ReturnType<typeof checkTokenOptions>>

const names = ["adapter", "providers", "leewaySeconds", "timeoutSeconds", "waitSeconds", "onEvent", "now"]

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkTokenOptions(options: TokenOptions) {
  checkOptionNames("accessTokens", options, names)
  const { providers, onEvent = () => {}, now = Date.now } = options
  const { leewaySeconds = 60, timeoutSeconds = 15, waitSeconds = 20 } = options
  if (!Array.isArray(providers) || providers.length === 0)
    throwInvalid("accessTokens: providers must be a list with at least one provider.")
  return {
    providers: checkProviders("accessTokens", providers, listUrls),
    leewayMs: toMilliseconds("accessTokens: leewaySeconds", leewaySeconds, 0),
    timeoutMs: toMilliseconds("accessTokens: timeoutSeconds", timeoutSeconds, 0),
    waitMs: toMilliseconds("accessTokens: waitSeconds", waitSeconds, 0),
    emit: ignoreFailures(onEvent),
    now,
  }
}

/** The URLs of a provider, after a check of what only providers of tokens have. */
function listUrls(provider: TokenProvider): readonly string[] {
  const { id, lifetimeSeconds = 1 } = provider
  if (!(lifetimeSeconds > 0))
    throwInvalid(`accessTokens: lifetimeSeconds of the provider ${id} must be above 0.`)
  const { type, issuer, token, revocation } = provider as unknown as Partial<Record<string, string>>
  const needed = { oidc: issuer, oauth: token }[String(type)]
  if (!needed)
    throwInvalid(
      `accessTokens: the provider ${id} needs the type "oidc", with issuer, or "oauth", with token, the URL of its endpoint.`,
    )
  return type === "oauth" && revocation !== undefined ? [needed, revocation] : [needed]
}
