import { retryIfTransient } from "../../operations/retry.ts"
import type { RedisConnection } from "./connection.ts"
import { redisError } from "./redis-errors.ts"

/** Checks the server before the first command, translates errors, and retries what was not applied. */
export function reliableConnection(
  connection: RedisConnection,
  check: (connection: RedisConnection) => Promise<void>,
): RedisConnection {
  let checked: Promise<void> | undefined
  const ready = (): Promise<void> =>
    (checked ??= check(connection).catch((error) => {
      checked = undefined
      throw error
    }))

  const reliably = async <T>(run: () => Promise<T>, isRead: boolean): Promise<T> => {
    const work = () => ready().then(run)
    const translate = (error: unknown) => redisError(error, isRead)
    return work().catch((error) => retryIfTransient(work, translate, error, {}))
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
