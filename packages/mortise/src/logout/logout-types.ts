/** The account of a sign-in, as Auth.js passes it to its callbacks and events. */
export type LogoutAccount = {
  readonly provider: string
  readonly providerAccountId: string
  readonly id_token?: string | undefined
}

/** Which session at a provider to end. */
export type EndSession = {
  readonly provider: string
  /** The user, whose stored account has the id token. */
  readonly userId?: string | undefined
  /** The id token, if you have it in the session. It may have expired. */
  readonly idToken?: string | undefined
  /** Where the provider redirects to afterwards: exactly as you registered it there. */
  readonly postLogoutRedirectUri?: string
  /** A random text that the provider adds to that URL. */
  readonly state?: string
}

/** The functions that `federatedLogout` returns. None of them needs `this`. */
export type FederatedLogout = {
  /**
   * The URL that ends the session at the provider: redirect to it after `signOut`. `null` if the provider has no such
   * page. Throws `unavailable` if the provider or the store cannot be used.
   */
  endSessionUrl(which: EndSession): Promise<string | null>
  /** Handles the request in which a provider reports a sign-out. It never throws. */
  backChannel(request: Request): Promise<Response>
  /** For `callbacks.jwt`: the token, which notes at which provider it was started; `null` once that login has ended. */
  jwt<T extends Record<string, unknown>>(call: {
    readonly token: T
    readonly account?: LogoutAccount | null | undefined
  }): Promise<T | null>
  /** For `events.signIn`: notes whose login it is, so that a provider which names only a session finds the user. */
  signIn(event: {
    readonly user: { readonly id?: string | undefined }
    readonly account?: LogoutAccount | null | undefined
  }): Promise<void>
}
