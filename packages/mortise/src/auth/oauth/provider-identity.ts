import type { Provider } from "../config/provider.ts"
import type { NormalizedProfile } from "./normalize-profile.ts"

/** A user's identity at a provider, with the tokens of the account. */
export type ProviderIdentity = {
  readonly provider: Provider
  readonly profile: NormalizedProfile
  readonly tokens: AccountTokens
  /** What the id token says about the login; `undefined` without OpenID Connect. */
  readonly login: ProviderLogin | undefined
}

/** The fields of the token response that an account stores. */
export type AccountTokens = Readonly<Record<string, string | number | undefined>>

/** A user's login at a provider, as the id token of a sign-in or a logout token names it. */
export type ProviderLogin = {
  readonly issuer: string
  /** The application, because the provider notifies each of them of a logout. */
  readonly clientId: string
  readonly sub?: string | undefined
  /** The session at the provider. */
  readonly sid?: string | undefined
  /** When the provider issued the token, in seconds. */
  readonly issuedAt: number
}
