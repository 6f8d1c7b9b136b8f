import type { AnyUser, AuthAdapter } from "./adapter/normalize-adapter.ts"
import type { EmailOptions } from "./email/email-options.ts"
import type { AuthEvent } from "./events.ts"
import type { Provider } from "./oauth/provider.ts"
import type { PasskeyOptions } from "./passkeys/passkey-options.ts"

/** Where the sign-in state is kept: in a token that the browser holds, or in the store. */
export type SessionStrategy = "jwt" | "database"

/** How long sessions live. All times are in seconds. */
export type SessionOptions<S extends SessionStrategy = SessionStrategy> = {
  /** `jwt` unless said. */
  readonly strategy?: S
  /** Ends a session that was not used for so long; 30 days unless said. */
  readonly maxAgeSeconds?: number
  /** A session in use is extended at most once in so long; a day unless said. */
  readonly updateAgeSeconds?: number
  /** Ends a session so long after the sign-in, however busy it is; 90 days unless said. */
  readonly absoluteMaxAgeSeconds?: number
  /** What changes the ways in asks for a sign-in that is not older; an hour unless said. */
  readonly freshAgeSeconds?: number
  /** With `database`: the most sessions that one person may have; the oldest end. No limit unless said. */
  readonly limit?: number
  /** With `jwt`: false saves the two lookups of each read, and nothing can end a token before its time. */
  readonly revocable?: boolean
}

/** Paths of your application that addresses are made with. */
export type Paths = {
  /** Where identity providers send people back to; the provider's id is added. `/auth/callback` unless said. */
  readonly callback?: string
  /** The page that a link in a mail opens. `/auth/confirm` unless said. */
  readonly confirm?: string
}

/** Everything but the adapter. */
export type AuthOptions<S extends SessionStrategy = SessionStrategy> = {
  /** At least 32 bytes that nobody else knows. To rotate, put the new one in front of a list. */
  readonly secret: string | readonly string[]
  /** Where people reach the application, such as `https://app.example`. Plain http is for localhost alone. */
  readonly origin: string
  readonly session?: SessionOptions<S>
  readonly email?: EmailOptions
  readonly providers?: readonly Provider[]
  readonly passkeys?: PasskeyOptions
  readonly paths?: Paths
  /** Told of everything that happens; can neither delay nor break it. */
  readonly onEvent?: (event: AuthEvent) => unknown
  /** The present in milliseconds. In tests, hand the same clock to the adapter. */
  readonly now?: () => number
}

/** What `createAuth` takes. */
export type AuthConfig<U extends AnyUser, S extends SessionStrategy = "jwt"> = AuthOptions<S> & {
  /** The adapter, or a function that makes it from the other options. */
  readonly adapter: AuthAdapter<U> | ((options: AuthOptions<S>) => AuthAdapter<U>)
}
