/** A server for tests on the loopback interface. */
export type Server = {
  /** Creates an empty database and returns its URL. */
  database(): Promise<string>
  /** Stops the server and removes its files. */
  close(): Promise<void>
}

/** A server that the tests started and may stop or kill. */
export type OwnServer = Server & {
  readonly port: number
  /** Its log file. */
  readonly log: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export type ServerOptions = {
  /** Durable settings: acknowledged writes survive a kill. Slower. */
  readonly durable?: boolean
  /** Further command line arguments. */
  readonly settings?: readonly string[]
}

let count = 0

/** A unique name for a database. */
export const databaseName = (): string => `mortise_${process.pid}_${Date.now().toString(36)}_${++count}`

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
