import type { TimedCall } from "../../../operations/deadline.ts"
import type { Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { createBatcher } from "../../../shared/batcher.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection/connection.ts"
import type { Connections } from "../connection/connections.ts"
import type { RedisParts } from "../engine.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { findWithUserScript } from "./find-scripts.ts"

/** What the script finds: the row of each key, followed by its user. Both are null if the row is not visible. */
export type FoundWithUser = readonly (PackedRow | null)[]

type Pair = readonly [row: PackedRow | null, user: PackedRow | null]

/** Looks up an owned row with its user by the key of the row. */
export type Lookups = (key: string, onSend?: () => void) => Awaitable<Pair>

const mostPerBatch = 128

/**
 * Lookups in batches that all calls on these connections share, unless calls are isolated. Each batch has a deadline of its own: a call that
 * leaves it does not end it for the others.
 */
export const getLookups = perClient(({ connection, within, isolatesCalls }: Connections): Lookups => {
  const find = async (on: RedisConnection, keys: readonly string[]) =>
    (await on.evaluate(findWithUserScript, keys, [])) as FoundWithUser
  const request = (keys: readonly string[], onSend?: () => void): Promise<FoundWithUser> =>
    within ? within((_, connect) => find(connect(), keys), true, onSend) : find(connection, keys)
  const findPair: Lookups = async (key, onSend) => pairAt(await request([key], onSend), 0)
  if (isolatesCalls) return findPair
  return createBatcher<Pair>({
    runOne: findPair,
    runMany: async (keys, onSend) => {
      const reply = await request(keys, onSend)
      return (_, index) => pairAt(reply, index)
    },
    most: mostPerBatch,
  })
})

const pairAt = (reply: FoundWithUser, index: number): Pair => [
  reply[2 * index] ?? null,
  reply[2 * index + 1] ?? null,
]

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
    const [row, owner] = await lookups(keys.row(model, key))
    if (row === null || owner === null) return null
    return { row: userOnly ? {} : unpackRow(described, row), user: unpackRow(user, owner) }
  }
