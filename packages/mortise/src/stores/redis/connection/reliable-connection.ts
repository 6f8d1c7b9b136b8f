import { type RetryOptions, retryIfTransient } from "../../../operations/retry.ts"
import type { ServerCheck } from "./check-server.ts"
import type { RedisConnection } from "./connection.ts"
import { redisError } from "./redis-errors.ts"

/** Waits until the server is checked before a command, translates errors, and retries what was not applied. */
export function reliableConnection(
  connection: RedisConnection,
  { ready, suspect }: ServerCheck,
  options: RetryOptions = {},
): RedisConnection {
  const reliably = async <T>(run: () => Promise<T>, isRead: boolean): Promise<T> => {
    const work = () => ready().then(run)
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
