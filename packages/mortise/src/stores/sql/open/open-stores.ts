import type { Schema } from "../../../contract/schema.ts"
import { forwardStore, forwardUpkeep } from "../../../operations/forward-calls.ts"
import { withRetry } from "../../../operations/retry.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Driver } from "../../../sql/driver.ts"
import type { Engine } from "../../../sql/engine.ts"
import type { SqlClient } from "../../../sql/sql-client.ts"
import { compileSchema } from "../compile/compile-schema.ts"
import { sqlError } from "../errors/sql-error.ts"
import { createSqlStore, createSqlUpkeep } from "../sql-store.ts"
import { type AskOptions, askForEngine, knownEngine } from "./open-engine.ts"
import { type OpenStores, type Stores, timedStores } from "./timed-stores.ts"

export type OpenOptions = AskOptions & {
  /** The driver of the store, with the tracing and the deadline of the adapter. */
  readonly driver: Driver
}

/**
 * The store of a client and its upkeep. They are open if the engine is known; else their first call asks the server and
 * opens them. With `runTimed`, each call ends at its deadline.
 */
export function openStores(client: SqlClient, schema: Schema, options: OpenOptions): Stores {
  const { driver, runTimed, allowStaleReads } = options

  const openOn = (engine: Engine): OpenStores => {
    const dialect = allowStaleReads ? withStaleReads(engine.dialect) : engine.dialect
    const parts = { schema, dialect, driver, runTimed, compiled: compileSchema(schema, dialect) }
    return {
      store: createSqlStore(parts, client.batchLookups),
      storeOn: (timed) => createSqlStore({ ...parts, driver: timed }),
      upkeep: createSqlUpkeep(parts),
      upkeepOn: (timed) => createSqlUpkeep({ ...parts, driver: timed }),
    }
  }

  const readyEngine = knownEngine(client, schema, allowStaleReads)
  if (readyEngine) {
    const opened = openOn(readyEngine)
    return runTimed ? timedStores(runTimed, driver, () => opened) : opened
  }

  const open = openOnce(() =>
    withRetry(
      () => askForEngine(client, schema, options),
      ({ engine, isProvisional }) => ({ ...openOn(engine), isProvisional }),
      (error) => sqlError(schema, client.engine.dialect, "user", error, true),
      driver,
    ),
  )
  return runTimed ? timedStores(runTimed, driver, open) : lazyStores(open)
}

const withStaleReads = perClient(({ refusedOnStandby: _, ...dialect }: Dialect): Dialect => dialect)

/** Remembers what was opened, unless it is provisional. If opening fails, the next call tries again. */
function openOnce(open: () => Awaitable<OpenStores>): () => Awaitable<OpenStores> {
  let opened: OpenStores | undefined
  return () =>
    opened ??
    andThen(open(), (stores) => {
      if (!stores.isProvisional) opened = stores
      return stores
    })
}

/** Stores that their first call opens. */
const lazyStores = (open: () => Awaitable<OpenStores>): Stores => ({
  store: forwardStore((use) => andThen(open(), ({ store }) => use(store))),
  upkeep: forwardUpkeep((use) => andThen(open(), ({ upkeep }) => use(upkeep))),
})
