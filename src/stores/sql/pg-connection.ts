import type { Bound } from "./driver.ts"

export type Query = { text: string; values: Bound[]; rowMode: "array"; name?: string }
export type Answer = { rows: unknown[]; rowCount: number | null }
type Listening = {
  on(event: "error", listener: (error: Error) => void): unknown
  listenerCount(event: "error"): number
}
export type Connection = Listening & {
  query(query: Query): Promise<Answer>
  query(text: string): Promise<unknown>
}
type Pool = Connection & {
  connect(): Promise<Connection & { release(destroy?: boolean): void }>
  readonly totalCount: number
}

/** The part of a `Pool` or `Client` of `pg` that is used. */
export type PgClient = Connection | Pool

const isPool = (client: PgClient): client is Pool => "totalCount" in client

type Connected = {
  query(query: Query): Promise<Answer>
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

/** Queries over a pool or a single client, neither of which ends the process when it loses its connection. */
export function connect(client: PgClient): Connected {
  listen(client)
  return isPool(client) ? pooled(client) : alone(client)
}

/** A connection of the pool for as long as the work takes. */
const pooled = (pool: Pool): Connected => ({
  query: (query: Query) => pool.query(query),
  async use(work) {
    const connection = await pool.connect()
    listen(connection)
    try {
      const result = await work(connection)
      connection.release()
      return result
    } catch (error) {
      // An error of the server's has a code of five letters and left the connection in order; after any other it is lost.
      connection.release((error as { code?: string }).code?.length !== 5)
      throw error
    }
  },
})

/** A single connection, which takes one query after the other: nothing may get into the middle of a transaction. */
function alone(client: Connection): Connected {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    query: (query: Query) => inTurn(() => client.query(query)),
    use: (work) => inTurn(() => work(client)),
  }
}

// Without a listener, a connection that dies would end the process.
function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}
