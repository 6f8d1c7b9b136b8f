import type { TimedCall } from "../../../operations/deadline.ts"
import type { Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { createBatcher } from "../../../shared/batcher.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import type { Connections } from "../connections.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import type { RedisParts } from "../redis-parts.ts"
import { findWithUserScript } from "./find-scripts.ts"

/** A packed row and its packed user; empty if the row is not visible. */
export type Pair = readonly [row?: PackedRow, user?: PackedRow]

/** Looks up an owned row with its user by the key of the row. */
export type Lookups = (key: string, onSend?: () => void) => Awaitable<Pair>

const mostPerBatch = 128

/**
 * Lookups in batches that all calls on these connections share. Each batch has a deadline of its own: a call that leaves it does not end it
 * for the others.
 */
export const lookupsOf = perClient(({ connection, within }: Connections): Lookups => {
  const find = async (on: RedisConnection, keys: readonly string[]) =>
    (await on.evaluate(findWithUserScript, keys, [])) as readonly Pair[]
  const request = (keys: readonly string[], onSend?: () => void): Promise<readonly Pair[]> =>
    within ? within((_, connect) => find(connect(), keys), true, onSend) : find(connection, keys)
  return createBatcher<Pair>({
    one: async (key, onSend) => (await request([key], onSend))[0] ?? [],
    many: async (keys, onSend) => {
      const found = await request(keys, onSend)
      const byKey = new Map<string, Pair>(keys.map((key, nth) => [key, found[nth] ?? []]))
      return (key: string): Pair => byKey.get(key) ?? []
    },
    most: mostPerBatch,
  })
})

/** Shared lookups, as a call with a deadline makes them. */
export const followedLookups =
  (lookups: Lookups, { follow }: TimedCall): Lookups =>
  (key) =>
    follow(false, ({ track }) => {
      let isSent = false
      track({ isSent: () => isSent, discard: () => {} })
      return lookups(key, () => {
        isSent = true
      })
    })

/** Finds a row and its user by these lookups. */
export const createFindWithUser =
  ({ schema, keys }: Pick<RedisParts, "schema" | "keys">, lookups: Lookups): Store["findWithUser"] =>
  async (model, key, { userOnly = false } = {}) => {
    const { [model]: described, user } = schema.models
    const [packed, owner] = await lookups(keys.row(model, key))
    if (packed === undefined || owner === undefined) return null
    return { row: userOnly ? {} : unpackRow(described, packed), user: unpackRow(user, owner) }
  }
