import type { Dialect } from "./dialect.ts"
import type { Introspection } from "./migrate/introspection.ts"

/** One SQL engine: how it spells statements, and how `migrate` reads and repairs its tables. */
export type Engine = {
  readonly dialect: Dialect
  /** Loaded only when `migrate`, `plan` or `inspect` needs it, so that an import of a driver stays small. */
  introspection(): Promise<Introspection>
}
