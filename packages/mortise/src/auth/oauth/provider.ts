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

type Client = {
  /** Identifies the provider in URLs and in the store: never change it. */
  readonly id: string
  readonly clientId: string
  /** Omit it for a public client. */
  readonly clientSecret?: string
  /** How the secret is sent. Default: `basic`. */
  readonly clientAuth?: "basic" | "post"
  readonly scope?: string
  /** More parameters of the authorization request, such as `prompt`. Those that secure the flow cannot be replaced. */
  readonly params?: Readonly<Record<string, string>>
  readonly profile?: (claims: Claims) => Profile
  /**
   * Links a new account to the user with the same address, if the provider has verified the address and the user has
   * proved it by email. Default: false.
   */
  readonly linkByEmail?: boolean
}

/** An OpenID Connect provider with a discovery document. */
export type OidcProvider = Client & {
  readonly type: "oidc"
  readonly issuer: string
  /** Whether to request userinfo in addition to the id token. Default: true. */
  readonly userinfo?: boolean
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
