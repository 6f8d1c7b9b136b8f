import type { BetterAuthOptions, BetterAuthPlugin, SecondaryStorage } from "better-auth"
import type { Awaitable } from "../../engine/promises.ts"
import type { Lifecycle, SharedOptions } from "../../engine/run-options.ts"

/** What is tested: a database, a secondary storage, or both. */
export type Tested = {
  /** The value of Better Auth's option `database`. */
  readonly database?: BetterAuthOptions["database"]
  /** The value of Better Auth's option `secondaryStorage`. */
  readonly storage?: SecondaryStorage
  /**
   * Creates the tables of these options; is called before the first case. Default: Better Auth's own migrations if
   * `database` is a client that they support. Otherwise the tables must exist: those of `suiteOptions`.
   */
  readonly migrate?: (options: BetterAuthOptions) => Awaitable<unknown>
  /** Further plugins whose tables exist or are created, for their cases: `apiKey()` of `@better-auth/api-key`. */
  readonly plugins?: readonly BetterAuthPlugin[]
}

/** What is tested, and functions that prepare and close its store. */
export type BetterAuthSetup = Tested & Lifecycle

/** Opens what is tested. Several calls must open the same store if they run in several processes. */
export type BetterAuthFactory = () => Awaitable<BetterAuthSetup>

/** The options of a run: a database, a storage, a factory of both, or a module that exports a factory. */
export type BetterAuthRunOptions = SharedOptions &
  Tested & {
    /** Opens what is tested, if it must be closed, emptied or interrupted. */
    readonly factory?: BetterAuthFactory
  }
