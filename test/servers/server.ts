/** A server for tests, on the loopback interface. */
export type Server = {
  /** A new, empty database on it, as a URL. */
  database(): Promise<string>
  /** Ends it and removes what it left. */
  close(): Promise<void>
}

/** A server of the tests' own, which they may treat badly. */
export type OwnServer = Server & {
  readonly port: number
  /** The file that it logs to. */
  readonly log: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export type ServerOptions = {
  /** Keeps what it acknowledged when it is killed; slower. */
  readonly durable?: boolean
  /** Further arguments of the command line. */
  readonly settings?: readonly string[]
}

let count = 0

/** A name for a database that no other test has. */
export const databaseName = (): string => `mortise_${process.pid}_${Date.now().toString(36)}_${++count}`

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
