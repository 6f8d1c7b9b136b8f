import { MortiseError } from "../../../contract/errors.ts"
import type { RedisConnection } from "./connection.ts"

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
      throw unconfirmed(cause)
    })
    if (replicas < 1) throw unconfirmed()
    return answer
  },
})

const unconfirmed = (cause?: unknown): MortiseError =>
  new MortiseError(
    "indeterminate",
    "No replica of Redis confirmed this change, so a failover may undo it: check the replicas, then look the row up.",
    cause === undefined ? {} : { cause },
  )
