import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Bound, Driver, Result, Statement } from "../driver.ts"
import { postgres } from "../engines/postgres/engine.ts"
import { preparedFallback } from "../engines/postgres/prepared-fallback.ts"
import { runSteps } from "../run-steps.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

type Answer = readonly unknown[] & { readonly count: number | null }
type Pending = { values(): Promise<unknown> }
type Querying = { unsafe(text: string, values?: never[], options?: { prepare?: boolean }): Pending }

/** The part of a `Sql` of postgres.js that is used. */
export type PostgresClient = Querying & {
  begin<T>(work: (transaction: Querying) => Promise<T>): Promise<unknown>
  readonly options: {
    readonly prepare?: boolean | undefined
    readonly max?: number
    readonly shared?: { retries: number }
    readonly transform?: { readonly row?: { readonly from?: unknown } }
    readonly connection?: Readonly<Record<string, unknown>>
  }
}

const driverOf = perClient((client: PostgresClient): Driver => {
  const { prepare, max = 10 } = checked(client).options
  recoverSoon(client)
  // The client's own setting for poolers is honoured; `unsafe` would not prepare unless told.
  const withFallback = preparedFallback(prepare !== false)
  // With more on the way than it has connections, the client sends statements before earlier ones are answered, and
  // mixes the answers up when one of those has to be prepared anew: callers would wait for ever.
  const inTurn = limitConcurrency(max)
  return {
    run: (statement, values) =>
      withFallback((isPrepared) => inTurn(() => query(client, statement, values, isPrepared))),
    batch: (steps) =>
      withFallback((isPrepared) =>
        inTurn(
          () =>
            client.begin((transaction) =>
              runSteps(steps, (statement, values) => query(transaction, statement, values, isPrepared)),
            ) as Promise<Result[]>,
        ),
      ),
  }
})

/** What would read or write other than what is meant is refused before anything is written. */
function checked(client: PostgresClient): PostgresClient {
  const refuse = (sentence: string): never => {
    throw new MortiseError("invalid", sentence)
  }
  if (!client.options || typeof client.begin !== "function")
    return refuse("postgresAdapter takes what postgres() returned, and no connection or transaction of it.")
  const { transform, connection } = client.options
  if (transform?.row?.from)
    return refuse(
      "A transform of rows changes what is read: give postgresAdapter a client without `transform.row`.",
    )
  const encoding = connection?.["client_encoding"]
  if (encoding !== undefined && !/^utf-?8$/i.test(String(encoding)))
    return refuse("The client_encoding of this client is not UTF8, so it spoils characters: leave it out.")
  return client
}

/** For each lost connection the client waits three times as long before it dials again, and callers with it: up to 20 s. */
function recoverSoon({ options: { shared } }: PostgresClient): void {
  if (typeof shared?.retries !== "number") return
  let { retries } = shared
  Object.defineProperty(shared, "retries", {
    get: () => retries,
    set: (count: number) => {
      retries = Math.min(count, mostRetries)
    },
  })
}

// 0.01 s times 3 to the power of this is the longest that the client then waits.
const mostRetries = 3

async function query(
  on: Querying,
  { text }: Statement,
  values: readonly Bound[],
  prepare: boolean,
): Promise<Result> {
  const rows = (await on.unsafe(text, values as never[], { prepare }).values()) as Answer
  return { rows: rows as unknown as unknown[][], count: rows.count ?? 0 }
}

/** The options of `postgresAdapter`. */
export type PostgresOptions<X extends ExtraFields = object> = SqlOptions<X>

/**
 * An adapter on PostgreSQL through postgres.js.
 *
 * @example
 * ```ts no-run: it needs a server
 * import postgres from "postgres"
 * import { postgresAdapter } from "mortise/postgres"
 *
 * const adapter = postgresAdapter(postgres())
 * ```
 */
export function postgresAdapter<X extends ExtraFields = object>(
  client: PostgresClient,
  options?: PostgresOptions<X>,
): Adapter<X> {
  return createSqlAdapter(
    { driver: driverOf(client), engine: postgres, durability: "power", batchesLookups: true },
    options,
  )
}
