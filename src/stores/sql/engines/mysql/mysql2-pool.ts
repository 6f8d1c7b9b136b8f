import { MortiseError } from "../../../../contract/errors.ts"
import type { Bound } from "../../driver.ts"

type Query = { sql: string; rowsAsArray: true; nestTables: false; typeCast: true }
type Connection = {
  execute(query: Query, values: never[]): Promise<[unknown, unknown]>
  query(text: string): Promise<unknown>
}

/** The part of a pool of `mysql2/promise` that is used. */
export type Mysql2Client = Connection & {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>
}

type Done<T> = (error: unknown, answer: T) => void
/** The callback interface below the promises of mysql2. Calling it directly avoids capturing a stack trace per call. */
type Core = {
  execute(query: string | Query, values: readonly Bound[], done: Done<unknown>): void
  query(text: string, done: Done<unknown>): void
}
type CoreConnection = Core & { release(): void; destroy(): void }
type CorePool = Core & {
  getConnection(done: Done<CoreConnection>): void
  readonly config?: {
    readonly connectionConfig?: { readonly nestTables?: unknown; readonly typeCast?: unknown }
  }
}

/** Returns rows, as arrays or as objects, or the header of a write. */
export type Execute = (text: string, values: readonly Bound[]) => Promise<unknown>
type ExclusiveConnection = {
  execute: Execute
  query(text: string): Promise<unknown>
  release(): void
  destroy(): void
}
type Connections = { execute: Execute; connect(): Promise<ExclusiveConnection> }

// Overrides the options of the pool, so that answers always have the form that is read here.
const asArrays = (sql: string): Query => ({ sql, rowsAsArray: true, nestTables: false, typeCast: true })

const answer = <T>(ask: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

/** Uses callbacks. Passing the text alone is a quarter faster than passing options, which few pools need. */
function overCore(pool: CorePool): Connections {
  const { nestTables, typeCast = true } = pool.config?.connectionConfig ?? {}
  const isPlain = !nestTables && typeCast === true
  const on =
    (core: Core): Execute =>
    (text, values) =>
      answer((done) => core.execute(isPlain ? text : asArrays(text), values, done))
  return {
    execute: on(pool),
    async connect() {
      const connection = await answer<CoreConnection>((done) => pool.getConnection(done))
      return {
        execute: on(connection),
        query: (text) => answer((done) => connection.query(text, done)),
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      }
    },
  }
}

/** Uses promises, for clients that only look like a pool of mysql2. */
const overPromises = (client: Mysql2Client): Connections => {
  const on =
    (connection: Connection): Execute =>
    async (text, values) =>
      (await connection.execute(asArrays(text), values as never[]))[0]
  return {
    execute: on(client),
    async connect() {
      const connection = await client.getConnection()
      return {
        execute: on(connection),
        query: (text) => connection.query(text),
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      }
    },
  }
}

/** The connections of a client: through the callback pool below the promises, if there is one. */
export function connectionsOf(client: Mysql2Client): Connections {
  const { pool, promise } = client as { pool?: CorePool; promise?: unknown }
  if (typeof promise === "function")
    throw new MortiseError(
      "invalid",
      "mysql2Adapter takes a pool: pass what createPool of mysql2/promise returns.",
    )
  return pool ? overCore(pool) : overPromises(client)
}
