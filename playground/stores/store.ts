import type { Adapter } from "../../packages/mortise/src/index.ts"

/** The options of an adapter that the playground sets. */
export type ConnectOptions = {
  readonly now: () => number
  readonly onStatement: (text: string) => void
  /** Default: the console. */
  readonly onWarning?: (text: string) => void
}

/** An adapter and its client. */
export type Connection = {
  readonly adapter: Adapter
  /** The client, if it is one of a SQL database. */
  readonly client?: object
  /** Closes the client: from now on, the calls of the adapter fail. */
  close(): Promise<void>
}

/** A place for rows, which is empty at first and outlives its connections if it is durable. */
export type Place = {
  /** The import of the adapter, such as `mortise/libsql`. */
  readonly adapterName: string
  connect(options: ConnectOptions): Promise<Connection>
  /** Deletes the place with all rows. Call it after the last connection was closed. */
  remove(): Promise<void>
}
