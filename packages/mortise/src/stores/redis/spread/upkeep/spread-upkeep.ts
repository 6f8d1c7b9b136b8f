import type { ModelName } from "../../../../contract/models.ts"
import type { Store, StoreUpkeep } from "../../../../operations/store.ts"
import { formatEntry } from "../../glossary.ts"
import { createPage } from "../../rows/create-page.ts"
import { afterKey, buckets, createMembers, readMember } from "../indexes.ts"
import type { SpreadParts } from "../spread-parts.ts"

const sweptAtOnce = 50

/** Paging, counting and sweeping by indexes that may contain rows that are gone: each row is read before it counts. */
export function createSpreadUpkeep(parts: SpreadParts, store: Store): StoreUpkeep {
  const { schema, keys, connection, indexes } = parts
  const primary = (name: ModelName) => schema.models[name].keys[0] ?? []

  const sweepMember = async (name: ModelName, member: string, now: Date): Promise<number> => {
    const by = primary(name)
    const { key, nonce, userId } = readMember(by, member)
    const { expiry = "" } = schema.models[name]
    const taken = await store.take(name, key, { field: expiry, is: "<=", value: now })
    // Redis may have dropped the row, and its user has an entry for it.
    if (taken === "absent" && userId !== undefined)
      await connection.write("HDEL", keys.user(userId), formatEntry(nonce, keys.row(name, key)))
    if (taken !== "refused") {
      await indexes.dropMember(name, by, member)
      return 1
    }
    const row = await store.find(name, key)
    if (row) await indexes.expire(name, row, nonce, member)
    return 0
  }

  return {
    page: createPage(store.find, createMembers(parts), afterKey),

    async count(name) {
      const counts = await Promise.all(
        buckets.map((bucket) => connection.read("ZCARD", keys.order(name, primary(name), bucket))),
      )
      return counts.reduce<number>((sum, count) => sum + Number(count), 0)
    },

    async sweep(name, now, limit) {
      let swept = 0
      for (const bucket of buckets)
        for (let isDone = false; !isDone && swept < limit; ) {
          const most = Math.min(sweptAtOnce, limit - swept)
          const range = ["-inf", String(now.getTime()), "LIMIT", "0", String(most)]
          const batch = (await connection.read(
            "ZRANGEBYSCORE",
            keys.expiry(name, bucket),
            ...range,
          )) as string[]
          const counts = await Promise.all(batch.map((member) => sweepMember(name, member, now)))
          swept += counts.reduce((sum, count) => sum + count, 0)
          isDone = batch.length < most
        }
      return swept
    },
  }
}
