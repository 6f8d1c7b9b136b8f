/** What a provider returns about a user, unchecked. */
export type Claims = Readonly<Record<string, unknown>>

/** The fields that a new user gets from a provider. */
export type Profile = {
  /** The user's permanent id at the provider. */
  readonly id: string | number
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  /** Whether the provider has verified the address. An unverified address is not stored. */
  readonly emailVerified?: boolean | undefined
  readonly image?: string | null | undefined
}

/** Requests a URL of the provider with the user's access token. */
export type GetFromProvider = (url: string) => Promise<Response>

type Client = {
  /** Identifies the provider in URLs and in the store: never change it. */
  readonly id: string
  readonly clientId: string
  /** Omit it for a public client. */
  readonly clientSecret?: string
  /** How the secret is sent. Default: `basic`. */
  readonly clientAuth?: "basic" | "post"
  readonly scope?: string
  /**
   * Additional parameters of the authorization request, such as `prompt`. Parameters that secure the flow cannot be
   * replaced.
   */
  readonly params?: Readonly<Record<string, string>>
  readonly profile?: (claims: Claims) => Profile
  /**
   * Requests more about the user, and returns all claims for `profile`. `get` sends the access token, so pass it only
   * URLs of the provider. If it throws an error of its own, the sign-in throws `unavailable`.
   */
  readonly moreClaims?: (claims: Claims, get: GetFromProvider) => Promise<Claims>
  /**
   * Links a new account to the user with the same address, if the provider has verified the address and the user has
   * proved it by email. Default: false.
   */
  readonly linkByEmail?: boolean
}

/**
 * How sessions here and at the provider end together. `rp_initiated`: a sign-out here continues at the provider.
 * `back_channel`: the provider notifies this application of a sign-out there.
 */
export type ProviderLogout = "rp_initiated" | "back_channel"

/** An OpenID Connect provider with a discovery document. */
export type OidcProvider = Client & {
  readonly type: "oidc"
  /**
   * If it contains `{tenantid}`, each id token's issuer must be this text with the token's `tid` claim in that place.
   */
  readonly issuer: string
  /** The URL before `/.well-known/openid-configuration`. Default: `issuer`. */
  readonly discovery?: string
  /** Whether to request userinfo in addition to the id token. Default: true. */
  readonly userinfo?: boolean
  /** Federated logout. It needs the package jose, and `back_channel` an adapter with slots. Default: none. */
  readonly logout?: readonly ProviderLogout[]
}

/** An OAuth 2 provider without OpenID Connect, with the URLs from its documentation. */
export type OAuthProvider = Client & {
  readonly type: "oauth"
  /** The `iss` parameter of the provider's responses. Default: the origin of `authorization`. */
  readonly issuer?: string
  readonly authorization: string
  readonly token: string
  readonly userinfo: string
  readonly profile: (claims: Claims) => Profile
}

/** An identity provider. */
export type Provider = OidcProvider | OAuthProvider

/** Whether a provider is configured with this kind of federated logout. */
export const hasLogout = (provider: Provider, kind: ProviderLogout): provider is OidcProvider =>
  provider.type === "oidc" && provider.logout?.includes(kind) === true
