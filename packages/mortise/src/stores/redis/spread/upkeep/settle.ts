/**
 * Settles the intents of calls that have ended, or that take longer than others wait for them. A nonce that has not
 * committed is killed, and the places that it holds are deleted. A removal that has committed is cleaned up. The intent is
 * removed last: every step may run twice, even beside the call itself, which then starts over.
 */
import type { StoreUpkeep } from "../../../../operations/store.ts"
import { finishAll } from "../../../../shared/finish-all.ts"
import { scanHash } from "../../rows/read-hash.ts"
import { createDropPlaces, decideFate } from "../claims/places.ts"
import { buckets } from "../indexes.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { createCleanUp, dueGlob, readDue } from "../users/clean-up.ts"

const settledAtOnce = 50

export function createSettleIntent(parts: SpreadParts): (intent: Intent) => Promise<void> {
  const { keys, connection, indexes, intents } = parts
  const drop = createDropPlaces(parts)
  const cleanUp = createCleanUp(parts)

  return async (intent) => {
    const { id, emails = [], rows = [], generation } = intent
    const user = keys.user(id)
    const isDead = async (kind: "email" | "row" | "insert", nonce: string, key: string) =>
      (await decideFate(parts, kind, user, nonce, key)) === "dead"
    // In this order: once the new claim is settled, it is certain whether the old one was given up.
    for (const [email, nonce] of emails)
      if (await isDead("email", nonce, keys.email(email))) await drop.email(email, nonce)
    for (const [key, nonce] of rows) if (await isDead("row", nonce, key)) await drop.row(id, key, nonce)
    if (generation !== undefined && (await isDead("insert", generation, "")))
      await indexes.drop("user", { id }, generation)
    if (intent.isRemoval) await finishRemovals(id)
    await intents.remove(intent)
  }

  /** Repeats the clean-ups that are due. */
  async function finishRemovals(id: string): Promise<void> {
    for await (const pairs of scanHash(connection, { key: keys.user(id), glob: dueGlob, count: 1000 }))
      for (const [field, value] of pairs) await cleanUp(readDue(id, field, value))
  }
}

export function createSettle(parts: SpreadParts): NonNullable<StoreUpkeep["settle"]> {
  const settleIntent = createSettleIntent(parts)
  return async (limit) => {
    let settled = 0
    while (settled < limit) {
      const most = Math.min(settledAtOnce, limit - settled)
      const batches = await Promise.all(
        buckets.map((bucket) => parts.intents.find(bucket, parts.patienceMs, most)),
      )
      const some = batches.flat().slice(0, most)
      if (some.length === 0) break
      await finishAll(some.map(settleIntent))
      settled += some.length
    }
    return settled
  }
}
