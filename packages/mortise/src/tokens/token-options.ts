import { checkOptionNames } from "../contract/check-options.ts"
import { MortiseError } from "../contract/errors.ts"
import { isSecureUrl } from "../shared/secure-url.ts"
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
export type TokenSettings = {
  readonly providers: ReadonlyMap<string, TokenProvider>
  readonly leewayMs: number
  readonly timeoutMs: number
  readonly waitMs: number
  readonly emit: (event: TokenEvent) => void
  readonly now: () => number
}

const names = ["adapter", "providers", "leewaySeconds", "timeoutSeconds", "waitSeconds", "onEvent", "now"]

/** Checks the options; throws `invalid` for the first invalid one, with what to change. */
export function checkTokenOptions(options: TokenOptions): TokenSettings {
  checkOptionNames("accessTokens", options, names)
  const { onEvent = () => {}, now = Date.now } = options
  return {
    providers: checkProviders(options.providers),
    leewayMs: milliseconds("leewaySeconds", options.leewaySeconds ?? 60),
    timeoutMs: milliseconds("timeoutSeconds", options.timeoutSeconds ?? 15),
    waitMs: milliseconds("waitSeconds", options.waitSeconds ?? 20),
    emit: (event) => {
      // A listener that throws or rejects does not affect the result.
      new Promise((resolve) => resolve(onEvent(event))).catch(() => {})
    },
    now,
  }
}

function checkProviders(providers: readonly TokenProvider[]): ReadonlyMap<string, TokenProvider> {
  if (!Array.isArray(providers) || providers.length === 0)
    throwInvalidOption("providers must be a list with at least one provider")
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  if (byId.size < providers.length) throwInvalidOption("two providers have the same id: give each its own")
  for (const provider of providers) {
    const { id, clientId, lifetimeSeconds = 1 } = provider
    if (!id || !clientId) throwInvalidOption("each provider needs an id and a clientId")
    if (!(lifetimeSeconds > 0)) throwInvalidOption(`lifetimeSeconds of the provider ${id} must be above 0`)
    const { type, issuer, token, revocation } = provider as Partial<Record<string, string>>
    const needed = { oidc: issuer, oauth: token }[String(type)]
    if (!needed)
      throwInvalidOption(
        `the provider ${id} needs the type "oidc", with issuer, or "oauth", with token, the URL of its endpoint`,
      )
    for (const url of [needed, ...(type === "oauth" && revocation !== undefined ? [revocation] : [])])
      if (!isSecureUrl(url)) throwInvalidOption(`the URLs of the provider ${id} must start with https://`)
  }
  return byId
}

function milliseconds(name: string, seconds: number): number {
  if (!(Number.isFinite(seconds) && seconds >= 0))
    throwInvalidOption(`${name} must be a number that is not negative`)
  return seconds * 1000
}

function throwInvalidOption(problem: string): never {
  throw new MortiseError("invalid", `accessTokens: ${problem}.`)
}
