/** Where the store of a cell is, as the command prepared it. JSON. */
export type Place = {
  /** The URL of a database or a server, or the path of a file. */
  readonly url: string
  /** The key of a server over HTTP. */
  readonly key?: string
  /** The address of Neon's emulated endpoint. */
  readonly endpoint?: string
  /** The address of the proxy from WebSockets, with HOST and PORT where those of the database belong. */
  readonly proxy?: string
}

/** What a worker gets from its runtime. */
export type Bindings = { readonly DB?: object; readonly ctx?: { readonly storage: object } }

export type Opened = {
  readonly adapter: object
  /** Closes the client. Calls then fail. */
  close(): unknown
  /** Makes the store unreachable, if closing the client does not. Null if that is impossible. */
  readonly outage?: (() => unknown) | null
}

/** What each module in this folder exports as `open`. */
export type Open = (place: Place, bindings: Bindings) => Promise<Opened> | Opened

/** The option of all adapters: the suite provokes warnings. */
export const silent = { onWarning: () => {} }

/** An address at which no server listens. */
export const nowhere = "127.0.0.1:1"
