import type { RedisConnection } from "../../../src/stores/redis/connection/connection.ts"

/**
 * How the end of a process cuts what it sends. `stop`: nothing is sent from a command on. `skip`: the commands for other
 * slots are sent, because they go through other connections; those for the slot of the command are not, because one
 * connection keeps their order.
 */
export type Cut = { readonly at: number; readonly mode: "stop" | "skip" }

export type CutConnection = {
  readonly connection: RedisConnection
  /** Whether a command was lost. */
  isCut(): boolean
  /** Resolves when the server has answered all that was sent, and nothing more follows. */
  quiet(): Promise<void>
}

/** The commands that are lost are never answered. */
export function cutConnection(connection: RedisConnection, { at, mode }: Cut): CutConnection {
  let [sent, pending] = [0, 0]
  let lostSlot: string | undefined
  const pass = <T>(key: string, send: () => Promise<T>): Promise<T> => {
    const slot = /\{.*\}/.exec(key)?.[0] ?? key
    if (sent++ === at) lostSlot = slot
    if (lostSlot !== undefined && (mode === "stop" || slot === lostSlot)) return new Promise<T>(() => {})
    pending++
    return send().finally(() => {
      pending--
    })
  }
  return {
    connection: {
      ...connection,
      evaluate: (script, keys, args) =>
        pass(keys[0] as string, () => connection.evaluate(script, keys, args)),
      read: (command, ...args) => pass(args[0] as string, () => connection.read(command, ...args)),
      write: (command, ...args) => pass(args[0] as string, () => connection.write(command, ...args)),
    },
    isCut: () => lostSlot !== undefined,
    async quiet() {
      for (let ticks = 0; ticks < 3; ticks = pending > 0 ? 0 : ticks + 1)
        await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
