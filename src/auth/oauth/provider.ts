/** What a provider says about a person, as it came. */
export type Claims = Readonly<Record<string, unknown>>

/** What is taken over from a provider. */
export type Profile = {
  /** The person's id at the provider, which never changes. */
  readonly id: string | number
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  /** Whether the provider has proof that the address is this person's. Without it, the address is not kept. */
  readonly emailVerified?: boolean | undefined
  readonly image?: string | null | undefined
}

type Client = {
  /** Names the provider in addresses and in the store: never change it. */
  readonly id: string
  readonly clientId: string
  /** Leave it out for a public client. */
  readonly clientSecret?: string
  /** How the secret is sent; `basic` unless said. */
  readonly clientAuth?: "basic" | "post"
  readonly scope?: string
  /** Further parameters of the authorization request, such as `prompt`. Those that guard the flow stay ours. */
  readonly params?: Readonly<Record<string, string>>
  readonly profile?: (claims: Claims) => Profile
  /**
   * Signs a newcomer in as the user who has the same address, when the provider has verified it and the user has
   * proved it by mail. Off unless said.
   */
  readonly linkByEmail?: boolean
}

/** An identity provider that speaks OpenID Connect and publishes its configuration. */
export type OidcProvider = Client & {
  readonly type: "oidc"
  readonly issuer: string
  /** Asks for the profile besides reading the id token; true unless said. */
  readonly userinfo?: boolean
}

/** A provider of plain OAuth 2, with the addresses that its manual gives. */
export type OAuthProvider = Client & {
  readonly type: "oauth"
  /** Who answers, when the provider says so (`iss`); the origin of `authorization` unless said. */
  readonly issuer?: string
  readonly authorization: string
  readonly token: string
  readonly userinfo: string
  readonly profile: (claims: Claims) => Profile
}

/** An identity provider. */
export type Provider = OidcProvider | OAuthProvider
