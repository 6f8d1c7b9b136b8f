import type { Awaitable } from "../../engine/promises.ts"
import type { Lifecycle, SharedOptions } from "../../engine/run-options.ts"

/** The adapter under test, and functions that prepare and close its store. */
export type Setup = Lifecycle & { readonly adapter: object }

/** Creates the adapter under test, on a store whose tables exist. */
export type Factory = () => Awaitable<Setup>

/** The options of a run. */
export type RunOptions = SharedOptions & {
  /** Creates the adapter under test. Required unless `module` is given. */
  readonly factory?: Factory
}
