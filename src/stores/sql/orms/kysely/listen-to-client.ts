/**
 * Kysely takes clients of pg from their pool without an `error` listener, and a connection that dies between two
 * statements of a transaction would end the process. Kysely keeps the client private, and a query only sees the
 * connection. The client repeats each notice of its connection through its own `emit`. So a notice that only this module
 * knows is sent while `emit` of all emitters is replaced, and the client that repeats it gets the listener. All of that
 * happens in one synchronous call, and no listener of the application sees the notice.
 */
type Emitter = {
  emit(event: string, ...details: readonly unknown[]): boolean
  on(event: "error", listener: () => void): unknown
}

const known = new WeakSet<object>()

/** Adds an `error` listener to the client of a connection of pg. If the client is not found, nothing changes. */
export function listenToClient(connection: object): void {
  if (known.has(connection)) return
  known.add(connection)
  try {
    clientOf(connection as Emitter)?.on("error", () => {})
  } catch {
    // The application has frozen the built-in objects, or this is not an emitter.
  }
}

function clientOf(connection: Emitter): Emitter | undefined {
  const emitter = ownerOfEmit(connection)
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

function ownerOfEmit(emitter: Emitter): Emitter {
  const prototype = Object.getPrototypeOf(emitter) as Emitter
  return Object.hasOwn(prototype, "emit") ? prototype : ownerOfEmit(prototype)
}
