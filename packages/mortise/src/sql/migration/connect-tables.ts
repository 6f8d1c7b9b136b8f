import { withRetry } from "../../operations/retry.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import type { Dialect } from "../dialect.ts"
import type { Driver, Result, Step } from "../driver.ts"
import type { WithEngine } from "../engine.ts"
import { migrationError } from "../errors/migration-error.ts"
import type { Ask, Introspection } from "../introspection/introspection.ts"
import { statement } from "../statement.ts"

/** A connection to the database of tables, for a migration or an inspection. */
export type TableConnection = {
  readonly dialect: Dialect
  readonly introspection: Introspection
  readonly ask: Ask
  /** Runs steps in one transaction, with retries while the database is busy. */
  apply(steps: readonly Step[]): Promise<readonly Result[]>
}

// Longer than a call waits: other processes that start at the same time may be migrating, one after the other.
const patience = { retryMs: 60_000 }

/** Connects to the tables of a client. Throws for settings of the client that its calls refuse, too. */
export async function connectTables(
  { engine: assumed, detectEngine, driver }: WithEngine & { readonly driver: Driver },
  operation: string,
): Promise<TableConnection> {
  const translate = (error: unknown) => migrationError(assumed.dialect, operation, error)
  const patiently = async <T>(work: () => Awaitable<T>): Promise<T> =>
    withRetry(work, (result: T) => result, translate, patience)
  const { dialect, introspection } = detectEngine ? await patiently(() => detectEngine(driver)) : assumed
  return {
    dialect,
    introspection: await introspection(),
    ask: async (text, values = []) => (await patiently(() => driver.run(statement(text), values))).rows,
    apply: (steps) => patiently(() => driver.batch(steps)),
  }
}
