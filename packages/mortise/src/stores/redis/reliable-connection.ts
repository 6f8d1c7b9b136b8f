import { type RetryOptions, retryIfTransient } from "../../operations/retry.ts"
import type { RedisConnection } from "./connection.ts"
import { redisError } from "./redis-errors.ts"

/** Waits for the check of the server before a command, translates errors, and retries what was not applied. */
export function reliableConnection(
  connection: RedisConnection,
  ready: () => Promise<void>,
  options: RetryOptions = {},
): RedisConnection {
  const reliably = async <T>(run: () => Promise<T>, isRead: boolean): Promise<T> => {
    const work = () => ready().then(run)
    const translate = (error: unknown) => redisError(error, isRead)
    return work().catch((error) => retryIfTransient(work, translate, error, options))
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
