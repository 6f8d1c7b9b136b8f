/**
 * Intents: what calls are about to do. A write that takes places which do not expire stores them before it takes them, and
 * a removal stores its user. So `settle` finds what a call leaves if its process ends: see settle.ts. An intent has the
 * time of its caller's clock. Clocks differ, but an intent that is settled too early only makes its call start over.
 */
import type { RedisParts } from "../engine.ts"
import { pickBucket } from "./indexes.ts"

/** What a call is about to do to a user. */
export type Intent = {
  readonly id: string
  /** The claims that it takes or gives up, with their nonces, the taken ones first. */
  readonly emails?: readonly (readonly [email: string, nonce: string])[]
  /** The keys of the rows that it takes, with their nonces. */
  readonly rows?: readonly (readonly [key: string, nonce: string])[]
  /** The generation of the user that it creates. */
  readonly generation?: string
  readonly isRemoval?: true
  /** What distinguishes the intent of a removal from another one's. Earlier versions store none. */
  readonly nonce?: string
}

export type Intents = {
  add(intent: Intent): Promise<unknown>
  remove(intent: Intent): Promise<unknown>
  /** The intents of a bucket that are older than `patienceMs`, or in the future: at most `limit`. */
  find(bucket: number, patienceMs: number, limit: number): Promise<Intent[]>
}

export function createIntents({ keys, connection }: RedisParts): Intents {
  const pickIndex = ({ id }: Intent) => keys.intents(pickBucket(["id"], { id }))
  return {
    add: (intent) => connection.write("ZADD", pickIndex(intent), String(Date.now()), JSON.stringify(intent)),
    remove: (intent) => connection.write("ZREM", pickIndex(intent), JSON.stringify(intent)),
    async find(bucket, patienceMs, limit) {
      const now = Date.now()
      // An intent in the future comes from a caller whose clock is ahead.
      const ranges = [
        ["-inf", String(now - patienceMs)],
        [`(${now}`, "+inf"],
      ]
      const replies = await Promise.all(
        ranges.map((range) =>
          connection.read("ZRANGEBYSCORE", keys.intents(bucket), ...range, "LIMIT", "0", String(limit)),
        ),
      )
      return (replies.flat() as string[]).slice(0, limit).map((text) => JSON.parse(text) as Intent)
    },
  }
}
