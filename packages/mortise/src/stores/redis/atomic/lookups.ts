import type { TimedCall } from "../../../operations/deadline.ts"
import type { Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { createBatcher } from "../../../shared/batcher.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection/connection.ts"
import type { Connections } from "../connection/connections.ts"
import type { RedisParts } from "../engine.ts"
import { slotField } from "../glossary.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { findSlotsScript, findWithUserScript } from "./find-scripts.ts"

/** What the script finds: the row of each key, followed by its user. Both are null if the row is not visible. */
export type FoundWithUser = readonly (PackedRow | null)[]

type Pair = readonly [row: PackedRow | null, user: PackedRow | null]

/** Looks up what a script finds by the key of a row. */
type Lookup<T> = (key: string, onSend?: () => void) => Awaitable<T>

/** Looks up an owned row with its user, or a slot. */
export type Lookups = { readonly findPair: Lookup<Pair>; readonly findSlot: Lookup<PackedRow | null> }

const mostPerBatch = 128

/**
 * Lookups in batches that all calls on these connections share, unless calls are isolated. Each batch has a deadline of its own: a call that
 * leaves it does not end it for the others.
 */
export const getLookups = perClient(
  (connections: Connections): Lookups => ({
    findPair: createLookup(connections, {
      findOne: async (on, key) => pairAt(await findPairs(on, [key]), 0),
      findMany: findPairs,
      pick: pairAt,
    }),
    findSlot: createLookup(connections, {
      findOne: (on, key) => on.read("HGET", key, slotField.row) as Promise<PackedRow | null>,
      findMany: (on, keys) => on.evaluate(findSlotsScript, keys, []) as Promise<(PackedRow | null)[]>,
      pick: (reply, index) => reply[index] ?? null,
    }),
  }),
)

type LookupParts<R, T> = {
  findOne(on: RedisConnection, key: string): Promise<T>
  findMany(on: RedisConnection, keys: readonly string[]): Promise<R>
  pick(reply: R, index: number): T
}

function createLookup<R, T>(
  { connection, within, isolatesCalls }: Connections,
  { findOne, findMany, pick }: LookupParts<R, T>,
): Lookup<T> {
  const request = <A>(find: (on: RedisConnection) => Promise<A>, onSend?: () => void): Promise<A> =>
    within ? within((_, connect) => find(connect()), true, onSend) : find(connection)
  const runOne: Lookup<T> = (key, onSend) => request((on) => findOne(on, key), onSend)
  if (isolatesCalls) return runOne
  return createBatcher<T>({
    runOne,
    runMany: async (keys, onSend) => {
      const reply = await request((on) => findMany(on, keys), onSend)
      return (_, index) => pick(reply, index)
    },
    most: mostPerBatch,
  })
}

const findPairs = async (on: RedisConnection, keys: readonly string[]) =>
  (await on.evaluate(findWithUserScript, keys, [])) as FoundWithUser

const pairAt = (reply: FoundWithUser, index: number): Pair => [
  reply[2 * index] ?? null,
  reply[2 * index + 1] ?? null,
]

/** Shared lookups, as a call with a deadline makes them. */
export const followedLookups = ({ findPair, findSlot }: Lookups, call: TimedCall): Lookups => ({
  findPair: followLookup(findPair, call),
  findSlot: followLookup(findSlot, call),
})

const followLookup =
  <T>(lookup: Lookup<T>, { follow }: TimedCall): Lookup<T> =>
  (key) =>
    follow(false, ({ track }) => {
      let isSent = false
      track({ isSent: () => isSent, discard: () => {} })
      return lookup(key, () => {
        isSent = true
      })
    })

/** Finds a row and its user by these lookups. */
export const createFindWithUser =
  ({ schema, keys }: Pick<RedisParts, "schema" | "keys">, lookups: Lookups): Store["findWithUser"] =>
  async (model, key, { userOnly = false } = {}) => {
    const { [model]: described, user } = schema.models
    const [row, owner] = await lookups.findPair(keys.row(model, key))
    if (row === null || owner === null) return null
    return { row: userOnly ? {} : unpackRow(described, row), user: unpackRow(user, owner) }
  }
