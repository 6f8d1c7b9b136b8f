import type { Dialect } from "./dialect.ts"
import type { Introspection } from "./migrate/introspection.ts"

/** One SQL engine: its dialect, and how `migrate` reads and repairs its tables. */
export type Engine = {
  readonly dialect: Dialect
  /** Loaded when `migrate`, `plan` or `inspect` first needs it, so that importing a driver stays fast. */
  introspection(): Promise<Introspection>
}
