import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { deadlineError } from "../../../operations/deadline.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import type { Driver } from "../../driver.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { preparedFallback } from "../../engines/postgres/prepared-fallback.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"
import { isRead } from "../../statement.ts"
import { interactive } from "../../transactions/interactive.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { type Beginning, begin } from "./begin.ts"
import { type Querying, queryDiscardably } from "./query.ts"

/** The part of a postgres.js `Sql` that Mortise uses. */
export type PostgresClient = Querying &
  Beginning & {
    readonly options: {
      readonly prepare?: boolean | undefined
      readonly fetch_types?: boolean | undefined
      readonly max?: number
      readonly shared?: { retries: number }
      readonly transform?: { readonly row?: { readonly from?: unknown } }
      readonly connection?: Readonly<Record<string, unknown>>
    }
  }

const shape = {
  factory: "postgresAdapter",
  takes: "what postgres() returns, not a reserved connection or transaction: postgresAdapter(postgres())",
  has: ["unsafe", "begin", "options"],
  // Bun's `SQL` is similar, but not the same.
  lacks: ["beginDistributed"],
}

function open(client: PostgresClient): Driver {
  const { prepare, max = 10 } = checkOptions(client).options
  recoverSoon(client)
  // Follows the client's own option. Without it, `unsafe` would not prepare statements.
  const withFallback = preparedFallback(prepare !== false)
  // With more statements in flight than connections, this client sends statements ahead of answers, and mixes the
  // answers up when one of those statements must be prepared again: callers would wait forever.
  const inTurn = limitConcurrency(max)
  const afterRest = waitAfterRest()
  return {
    tracksCalls: true,
    run: (statement, values, call) =>
      withFallback((isPrepared) => {
        const send = () => inTurn(() => queryDiscardably(client, statement, values, isPrepared, call))
        return isRead(statement) ? send() : afterRest(send)
      }),
    batch: (steps, call) =>
      withFallback((isPrepared) =>
        inTurn(() =>
          begin(client, async ({ run }) => {
            if (call?.isOver) throw deadlineError()
            call?.track({ isSent: () => true, discard: () => {} })
            return runSteps(steps, (...step) => run(...step, isPrepared))
          }),
        ),
      ),
    transaction: interactive((work) => inTurn(() => begin(client, work)), postgresEnds),
  }
}

/**
 * Lets writes wait for the client to see which connections have ended, if it had no time to: a process that was frozen
 * gets the next request first. Their answers would be lost, and a lost answer to a write is not retried.
 */
function waitAfterRest(): <T>(send: () => Promise<T>) => Promise<T> {
  let lastWrite = Date.now()
  let waiting: Promise<void> | undefined
  return (send) => {
    const now = Date.now()
    if (now - lastWrite > restMs)
      waiting ??= someTurns().then(() => {
        waiting = undefined
      })
    lastWrite = now
    return waiting ? waiting.then(send) : send()
  }
}

/** In Node, a connection's end takes three turns of the event loop until the client sees it. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve))
}

// Instances are not frozen between two requests that follow each other closely.
const restMs = 1_000

/** The client itself; throws `invalid` if its options would change values, before anything is written. */
function checkOptions(client: PostgresClient): PostgresClient {
  const { transform, connection } = client.options
  if (transform?.row?.from)
    throwInvalid("`transform.row` changes the rows that are read: give postgresAdapter a client without it.")
  const encoding = connection?.["client_encoding"]
  if (encoding !== undefined && !/^utf-?8$/i.test(String(encoding)))
    throwInvalid(
      "The client_encoding of this client is not UTF8, so it corrupts characters: remove that option.",
    )
  return client
}

/** Caps the wait of postgres.js before it reconnects, which triples with each lost connection, up to 20 seconds. */
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

// The longest wait is 0.01 s times 3 to this power.
const mostRetries = 3

/** On each new connection, this client asks for array types by a promise that nobody awaits. */
const typesHazard =
  "postgres.js asks for array types on each new connection. If the server answers that the connection ends, as in a restart, the process ends. Fix: open the client with `fetch_types: false`. Your own queries on it then return arrays as text."

export const postgresJs: ClientKind<PostgresClient> = defineClient(
  shape,
  open,
  (factory, driver, client) => ({
    ...describePostgres(factory, driver),
    ...(client && client.options.fetch_types !== false && { hazard: typesHazard }),
  }),
)
