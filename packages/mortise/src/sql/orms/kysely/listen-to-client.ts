/**
 * Kysely takes clients of pg from their pool without an `error` listener, and a connection that dies between two
 * statements of a transaction would end the process. Kysely keeps the client private, and a query only sees the
 * connection. The client repeats each notice of its connection through its own `emit`. So this module replaces the
 * `emit` of all emitters, sends a notice that only it knows, and adds the listener to the client that repeats it. All
 * of this happens in one synchronous call, and no listener of the application sees the notice.
 */
type Emitter = {
  emit(event: string, ...details: readonly unknown[]): boolean
  on(event: "error", listener: () => void): unknown
}

type Client = Emitter & { end?(): Promise<unknown> }

const clients = new WeakMap<object, Client | undefined>()

/** Adds an `error` listener to the client of a pg connection. If the client is not found, nothing changes. */
export function listenToClient(connection: object): void {
  if (clients.has(connection)) return
  let client: Client | undefined
  try {
    client = findClient(connection as Emitter)
    client?.on("error", () => {})
  } catch {
    // The application has frozen the built-in objects, or this is not an emitter.
  }
  clients.set(connection, client)
}

/** Ends the client of a connection, so that the pool does not lend it again. */
export function endClient(connection: object): void {
  clients
    .get(connection)
    ?.end?.()
    .catch(() => {})
}

function findClient(connection: Emitter): Emitter | undefined {
  const emitter = findEmitOwner(connection)
  const { emit } = emitter
  const notice = {}
  let client: Emitter | undefined
  emitter.emit = function (this: Emitter, event, ...details) {
    if (this === connection || details[0] !== notice) return emit.call(this, event, ...details)
    client = this
    return true
  }
  try {
    connection.emit("notice", notice)
  } finally {
    emitter.emit = emit
  }
  return client
}

function findEmitOwner(emitter: Emitter): Emitter {
  const prototype = Object.getPrototypeOf(emitter) as Emitter
  return Object.hasOwn(prototype, "emit") ? prototype : findEmitOwner(prototype)
}
