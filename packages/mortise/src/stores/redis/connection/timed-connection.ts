import { deadlineError, type TimedCall, type Work } from "../../../operations/deadline.ts"
import type { RedisConnection, RedisDriver, Sending } from "./connection.ts"

type TimedOptions = {
  /** Whether the call only reads. What it cleans up on the way does not make it `indeterminate`. */
  readonly isRead: boolean
  /** Called when a command is sent. */
  readonly onSend?: (() => void) | undefined
}

/**
 * The connection of one call with a deadline. A command counts as sent when the client is connected and gets it. At the
 * deadline the client stays connected, because other calls use it.
 */
export function timedConnection(
  driver: RedisDriver,
  call: TimedCall,
  { isRead, onSend }: TimedOptions,
): RedisConnection {
  const follow = async <T>(
    isWrite: boolean,
    run: (connection: RedisConnection) => Promise<T>,
    sending = followedSending(call, onSend),
  ): Promise<T> =>
    call.follow(isWrite && !isRead, ({ track }) => {
      track(sending)
      return run(driver.connection(sending))
    })

  return {
    evaluate: (script, keys, args) =>
      follow(script.isWrite, (connection) => connection.evaluate(script, keys, args)),
    read: (command, ...args) => follow(false, (connection) => connection.read(command, ...args)),
    write: (command, ...args) => follow(true, (connection) => connection.write(command, ...args)),
    awaitReplica: (key) => follow(false, (connection) => connection.awaitReplica(key)),
    async primaries() {
      const sending = followedSending(call, onSend)
      const primaries = await follow(false, (connection) => connection.primaries(), sending)
      return primaries.map(
        (ask) =>
          (...command) =>
            follow(false, () => ask(...command), sending),
      )
    },
    isCluster: driver.isCluster,
  }
}

function followedSending(call: TimedCall, onSend: (() => void) | undefined): Sending & Work {
  let isSent = false
  let queue: AbortController | undefined
  return {
    onSend() {
      if (call.isOver) throw deadlineError()
      isSent = true
      onSend?.()
    },
    get signal() {
      queue ??= new AbortController()
      return queue.signal
    },
    isSent: () => isSent,
    discard: () => queue?.abort(),
  }
}
