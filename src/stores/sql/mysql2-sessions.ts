import type { Bound } from "./driver.ts"

export type Query = { sql: string; rowsAsArray: true }
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
  execute(query: Query, values: readonly Bound[], done: Done<unknown>): void
  query(text: string, done: Done<unknown>): void
}
type CoreConnection = Core & { release(): void; destroy(): void }
type CorePool = Core & { getConnection(done: Done<CoreConnection>): void }

export type Execute = (query: Query, values: readonly Bound[]) => Promise<unknown>
type Session = { execute: Execute; query(text: string): Promise<unknown>; release(): void; destroy(): void }
type Sessions = { execute: Execute; connect(): Promise<Session> }

const answer = <T>(ask: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

const executeOn =
  (core: Core): Execute =>
  (query, values) =>
    answer((done) => core.execute(query, values, done))

/** By callbacks. */
const overCore = (pool: CorePool): Sessions => ({
  execute: executeOn(pool),
  async connect() {
    const connection = await answer<CoreConnection>((done) => pool.getConnection(done))
    return {
      execute: executeOn(connection),
      query: (text) => answer((done) => connection.query(text, done)),
      release: () => connection.release(),
      destroy: () => connection.destroy(),
    }
  },
})

/** By promises, for a client that is no pool of mysql2 itself. */
const overPromises = (client: Mysql2Client): Sessions => {
  const on =
    (connection: Connection): Execute =>
    async (query, values) =>
      (await connection.execute(query, values as never[]))[0]
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
export function sessionsOf(client: Mysql2Client): Sessions {
  const { pool } = client as { pool?: CorePool }
  return pool ? overCore(pool) : overPromises(client)
}
