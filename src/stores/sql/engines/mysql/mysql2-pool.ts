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
/** What promises of mysql2 are made over. Asked directly, it takes no note of the stack at every call. */
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

/** Gives rows, as arrays or by the names of their columns, or a header. */
export type Execute = (text: string, values: readonly Bound[]) => Promise<unknown>
type ExclusiveConnection = {
  execute: Execute
  query(text: string): Promise<unknown>
  release(): void
  destroy(): void
}
type Connections = { execute: Execute; connect(): Promise<ExclusiveConnection> }

// Whatever the pool was made with, answers come in the one form that is read here.
const asArrays = (sql: string): Query => ({ sql, rowsAsArray: true, nestTables: false, typeCast: true })

const answer = <T>(ask: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

/** By callbacks. A text alone takes mysql2 a quarter less time than one with settings, which few pools need. */
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

/** By promises, for a client that is no pool of mysql2 itself. */
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

/** The pool below the promises where there is one. */
export function connectionsOf(client: Mysql2Client): Connections {
  const { pool, promise } = client as { pool?: CorePool; promise?: unknown }
  if (typeof client.getConnection !== "function" || typeof promise === "function")
    throw new MortiseError("invalid", "mysql2Adapter takes a pool: make it by createPool of mysql2/promise.")
  return pool ? overCore(pool) : overPromises(client)
}
