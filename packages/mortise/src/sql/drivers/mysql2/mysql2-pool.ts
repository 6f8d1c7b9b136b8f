import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Call } from "../../../operations/deadline.ts"
import type { Bound } from "../../driver.ts"
import { endsConnection } from "../../engines/mysql/ends-transaction.ts"
import { addErrorContext } from "../../errors/error-context.ts"

type Query = { sql: string; rowsAsArray: true; nestTables: false; typeCast: true }
type Connection = {
  execute(query: Query, values: never[]): Promise<[unknown, unknown]>
  query(text: string): Promise<unknown>
}

/** The part of a `mysql2/promise` pool that Mortise uses. */
export type Mysql2Client = Connection & {
  getConnection(): Promise<Connection & { release(): void; destroy(): void }>
}

type Done<T> = (error: unknown, answer: T) => void
/** The callback interface under mysql2's promises. Calling it directly avoids capturing a stack trace per call. */
type Core = {
  execute(query: string | Query, values: readonly Bound[], done: Done<unknown>): void
  query(text: string, done: Done<unknown>): void
}
type CoreConnection = Core & { release(): void; destroy(): void }
type Settings = { readonly nestTables?: unknown; readonly typeCast?: unknown }
type CorePool = Core & {
  getConnection(done: Done<CoreConnection>): void
  readonly config?: { readonly connectionConfig?: Settings }
}

/** The part of a mysql2 callback connection that Mortise uses. */
export type Mysql2Connection = Core & { destroy(): void; readonly config?: Settings }

/** Returns rows, as arrays or as objects, or the header of a write. */
export type Execute = (text: string, values: readonly Bound[], call?: Call) => Promise<unknown>
type ExclusiveConnection = {
  execute: Execute
  query(text: string): Promise<unknown>
  release(): void
  destroy(): void
}
export type Connections = { execute: Execute; connect(): Promise<ExclusiveConnection> }

// Overrides the pool's options, so that answers always have the form that is read here.
const asArrays = (sql: string): Query => ({ sql, rowsAsArray: true, nestTables: false, typeCast: true })

const answer = <T>(ask: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

// Passing the text alone is a quarter faster than passing options, which few clients need.
const isPlain = ({ nestTables, typeCast = true }: Settings = {}): boolean => !nestTables && typeCast === true

const callbacks = (core: Core, plain: boolean): Pick<ExclusiveConnection, "execute" | "query"> => ({
  execute: (text, values) => answer((done) => core.execute(plain ? text : asArrays(text), values, done)),
  query: (text) => answer((done) => core.query(text, done)),
})

/** Uses a single callback connection. */
export const onConnection = (connection: Mysql2Connection) =>
  callbacks(connection, isPlain(connection.config))

/**
 * Executes a statement on a connection of the pool. `execute` of the pool itself would keep a connection that leads to a
 * node without its cluster.
 */
const executeOn =
  (pool: CorePool, plain: boolean): Execute =>
  (text, values, call) =>
    new Promise((resolve, reject) => {
      pool.getConnection((failure, connection) => {
        if (failure) return reject(addErrorContext(failure, { code: "unavailable" }))
        const release = (error: unknown): void => {
          if (error && endsConnection(error)) connection.destroy()
          else connection.release()
        }
        if (call?.isOver) return release(undefined)
        call?.track({ isSent: () => true, discard: () => connection.destroy() })
        try {
          connection.execute(plain ? text : asArrays(text), values, (error, answer) => {
            release(error)
            if (error) reject(error)
            else resolve(answer)
          })
        } catch (error) {
          connection.release()
          reject(error)
        }
      })
    })

/** Uses callbacks. */
function overCore(pool: CorePool): Connections {
  const plain = isPlain(pool.config?.connectionConfig)
  return {
    execute: executeOn(pool, plain),
    async connect() {
      const connection = await answer<CoreConnection>((done) => pool.getConnection(done))
      return {
        ...callbacks(connection, plain),
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
    async (text, values, call) => {
      call?.track({ isSent: () => true, discard: () => {} })
      return (await connection.execute(asArrays(text), values as never[]))[0]
    }
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

/** A client's connections: through the callback pool below the promises, if there is one. */
export function toConnections(client: Mysql2Client): Connections {
  const { pool, promise } = client as { pool?: CorePool; promise?: unknown }
  if (typeof promise === "function")
    throwInvalid("mysql2Adapter takes a pool: pass what createPool of mysql2/promise returns.")
  return pool ? overCore(pool) : overPromises(client)
}
