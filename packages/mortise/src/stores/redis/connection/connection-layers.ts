import { MortiseError } from "../../../contract/errors.ts"
import { type RetryOptions, retryIfTransient } from "../../../operations/retry.ts"
import type { ServerCheck } from "./check-server.ts"
import type { RedisConnection, RedisDriver } from "./connection.ts"
import { redisError } from "./redis-errors.ts"

/** Called with each command before it is sent, and with the text of a script. Neither contains a value. */
export type OnCommand = (command: string, script?: string) => void

/** Reports every command: scripts by their names, keys without what is in their braces, and no arguments. */
export const observedDriver = (driver: RedisDriver, onCommand: OnCommand): RedisDriver => ({
  ...driver,
  connection: (sending) => observedConnection(driver.connection(sending), onCommand),
})

const observedConnection = (connection: RedisConnection, onCommand: OnCommand): RedisConnection => ({
  ...connection,
  evaluate(script, keys, args) {
    onCommand(["EVALSHA", script.name, keys.length, ...keys.map(withoutValue)].join(" "), script.text)
    return connection.evaluate(script, keys, args)
  },
  read(command, ...args) {
    onCommand(`${command} ${withoutValue(args[0] ?? "")}`.trim())
    return connection.read(command, ...args)
  },
  write(command, ...args) {
    onCommand(`${command} ${withoutValue(args[0] ?? "")}`.trim())
    return connection.write(command, ...args)
  },
})

const withoutValue = (key: string): string => key.replace(/\{.*\}/s, "{…}")

/** Waits until the server is checked before a command, translates errors, and retries what was not applied. */
export function reliableConnection(
  connection: RedisConnection,
  { ready, suspect }: ServerCheck,
  options: RetryOptions = {},
): RedisConnection {
  const reliably = <T>(run: () => Promise<T>, isRead: boolean): Promise<T> => {
    const work = () => ready()?.then(run) ?? run()
    const translate = (error: unknown) => redisError(error, isRead)
    return work().catch((error) => {
      suspect()
      return retryIfTransient(work, translate, error, options)
    })
  }

  return {
    evaluate: (script, keys, args) =>
      reliably(() => connection.evaluate(script, keys, args), !script.isWrite),
    read: (command, ...args) => reliably(() => connection.read(command, ...args), true),
    write: (command, ...args) => reliably(() => connection.write(command, ...args), false),
    awaitReplica: (key) => reliably(() => connection.awaitReplica(key), true),
    primaries: () => reliably(() => connection.primaries(), true),
    isCluster: connection.isCluster,
  }
}

/** How long WAIT waits for a replica, in milliseconds. */
export const replicaPatienceMs = 1_000

/**
 * Confirms every change only when a replica has received it. A change that no replica confirms in time stays on the
 * primary and may be lost with it, so the call is `indeterminate`.
 */
export const replicatedConnection = (connection: RedisConnection): RedisConnection => ({
  ...connection,
  async evaluate(script, keys, args) {
    const answer = await connection.evaluate(script, keys, args)
    if (!script.isWrite) return answer
    const replicas = await connection.awaitReplica(keys[0] as string).catch((cause) => {
      throw unconfirmedError(cause)
    })
    if (replicas < 1) throw unconfirmedError()
    return answer
  },
})

const unconfirmedError = (cause?: unknown): MortiseError =>
  new MortiseError(
    "indeterminate",
    "No replica of Redis confirmed this change, so a failover may undo it: check the replicas, then look the row up.",
    cause === undefined ? {} : { cause },
  )
