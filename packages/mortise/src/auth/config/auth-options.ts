import type { User } from "../../contract/types.ts"
import type { OnWarning } from "../../shared/console.ts"
import type { AnyUser, AuthAdapter } from "../adapter/normalize-adapter.ts"
import type { RequestIdOption } from "../http/request-id.ts"
import type { EmailOptions } from "./email-options.ts"
import type { AuthEvent } from "./events.ts"
import type { PasskeyOptions } from "./passkey-options.ts"
import type { Provider } from "./provider.ts"

/** Where a session is stored: in an encrypted cookie (`jwt`), or in the store (`database`). */
export type SessionStrategy = "jwt" | "database"

/** How sessions are stored and how long they last. */
export type SessionOptions<S extends SessionStrategy = SessionStrategy, F extends string = string> = {
  /** Default: `jwt`. */
  readonly strategy?: S
  /** A session expires this long after its last use. Default: 30 days. */
  readonly maxAgeSeconds?: number
  /** The minimum time between two extensions of an active session. Default: 1 day. */
  readonly updateAgeSeconds?: number
  /** A session ends this long after the sign-in, even if it is in use. At most 400 days. Default: 90 days. */
  readonly absoluteMaxAgeSeconds?: number
  /** Changing sign-in methods needs a sign-in within this time. Default: 1 hour. */
  readonly freshAgeSeconds?: number
  /** With `database`: the maximum number of sessions per user; a sign-in above it ends the oldest. Default: no limit. */
  readonly maxSessions?: number
  /** With `jwt`: false saves two lookups per read, but no token can be revoked before it expires. Default: true. */
  readonly revocable?: boolean
  /**
   * With `jwt`: the names of additional user fields in the token. A field is null there if it is longer than
   * 1,024 bytes, or if the fields together are longer than 6,000 bytes. Default: none.
   */
  readonly userFields?: readonly F[]
}

/** How often expired sessions, tokens and slots are deleted. All processes together delete one batch per interval. */
export type SweepSchedule = {
  /** Default: 600. */
  readonly everySeconds?: number
  /** The maximum number of rows in a batch. Default: 1,000. */
  readonly limit?: number
}

/** Paths of your application that URLs are built from. */
export type PathOptions = {
  /** The routes of `authRoutes` and of the bindings are below this path. Default: `/auth`. */
  readonly base?: string
  /** Your page with the sign-in form, to which the routes' pages link. Default: `/`. */
  readonly signIn?: string
  /** Providers redirect the user to this path, followed by `/` and their id. Default: `callback` below `base`. */
  readonly callback?: string
  /** After a sign-out, providers redirect to this path, followed by `/` and their id. Default: `signed-out` below `base`. */
  readonly signedOut?: string
  /** The page that a mailed sign-in link opens. Default: `confirm` below `base`. */
  readonly emailLink?: string
  /** The page that a mailed link for a change of address opens. Default: `confirm-change` below `base`. */
  readonly emailChangeLink?: string
}

/** The options of `createAuth` except the adapter. */
export type AuthSettings<S extends SessionStrategy = SessionStrategy, F extends string = string> = {
  /** A random secret of at least 32 bytes. To rotate it, pass a list with the new secret first. */
  readonly secret: string | readonly string[]
  /** The application's origin, such as `https://app.example`. Plain http is accepted for localhost only. */
  readonly origin: string
  readonly session?: SessionOptions<S, F>
  readonly email?: EmailOptions
  readonly providers?: readonly Provider[]
  readonly passkeys?: PasskeyOptions
  readonly paths?: PathOptions
  /**
   * All accounts and passkeys of users whose `emailVerified` is before this date are trusted: these users need not confirm
   * them. After a migration, set it to the date of the migration. Default: every user must confirm them.
   */
  readonly trustUsersVerifiedBefore?: Date
  /**
   * The client's network address, for rate limits. Take it from the runtime, or from a header that your
   * own proxy always overwrites: a client can send any header. Default: the address that the framework's binding found.
   */
  readonly clientAddress?: (request: Request) => string | undefined
  /** How expired rows are deleted after requests, with a Mortise adapter. `false`: you delete them elsewhere. */
  readonly sweep?: SweepSchedule | false
  /** Receives work that continues after the response, for runtimes that would stop it, such as Workers. */
  readonly waitUntil?: (work: Promise<unknown>) => unknown
  /**
   * The header, or a function, that identifies a request in events. Your proxy should overwrite the header in every
   * request. An id is left out if it has characters other than letters, digits and `._:/+=@-`. Default: none.
   */
  readonly requestId?: RequestIdOption
  /** Called with every event. It can neither delay a flow nor make it fail. */
  readonly onEvent?: (event: AuthEvent) => unknown
  /** Called with warnings about the setup, each once. `false` ignores them. Default: they are printed on the console. */
  readonly onWarning?: OnWarning
  /** The current time in milliseconds. In tests, pass the same clock to the adapter. Default: `Date.now`. */
  readonly now?: () => number
}

/** The options of `createAuth`. */
export type AuthOptions<
  U extends AnyUser = User,
  S extends SessionStrategy = "jwt",
  F extends string = string,
> = AuthSettings<S, F> & {
  /** The adapter, or a function that creates it from the other options. */
  readonly adapter: AuthAdapter<U> | ((settings: AuthSettings<S, F>) => AuthAdapter<U>)
}
