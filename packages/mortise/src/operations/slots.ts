import type { Row } from "../contract/rows.ts"
import type { SlotResult, Slots } from "../contract/slots.ts"
import { storeIfFree } from "../contract/store-errors.ts"
import { increment } from "../contract/stored-changes.ts"
import type { Slot } from "../contract/types.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import { ownData } from "../shared/own-data.ts"
import type { OperationParts } from "./nineteen.ts"
import type { Guard, Miss, Patch } from "./store.ts"

/** The last moment that every store can represent: the expiry of a slot that was set without one. */
export const never = new Date("9999-12-31T23:59:59.999Z")

type AwaitableSlots = {
  readonly [Name in keyof Slots]: (
    ...args: Parameters<Slots[Name]>
  ) => Awaitable<Awaited<ReturnType<Slots[Name]>>>
}

/** Creates slots over the verbs. Before `claim` reuses the key of an expired slot, it deletes that slot, guarded by its expiry. */
export function createSlots({ store, check, now }: OperationParts): AwaitableSlots {
  const guardExpired = (): Guard => ({ field: "expires", is: "<=", value: new Date(now()) })
  const guardLive = (): Guard => ({ field: "expires", is: ">", value: new Date(now()) })
  const toLive = (row: Row | null): Slot | null =>
    row && (row["expires"] as Date).getTime() > now() ? (row as Slot) : null

  const insert = (row: Row) => storeIfFree(async () => store.insert([["slot", row]]))

  const claim: Slots["claim"] = async (slot) => {
    const row = check.row("slot", slot)
    if (await insert(row)) return { ok: true }
    const key = { key: row["key"] as string }
    const isFree = (await store.take("slot", key, guardExpired())) !== "refused" && (await insert(row))
    return isFree ? { ok: true } : { ok: false, reason: "taken" }
  }

  /** Another caller may create or delete the slot between the two steps. */
  const putInSteps = async (row: Row, patch: Patch, guard?: Guard): Promise<number> => {
    for (;;) {
      const slot = toSlot(await store.update("slot", { key: row["key"] as string }, patch, guard))
      if (slot) return slot.count
      if ((await claim(row as Slot)).ok) return 1
    }
  }

  return {
    claim,

    async set(slot) {
      const data = ownData(slot)
      const row = check.row("slot", data && { ...data, expires: data["expires"] ?? never })
      const { key: _, ...patch } = row
      await (store.put ? store.put(row) : putInSteps(row, patch))
    },

    read(key) {
      const slotKey = check.key("slot", { key })
      return slotKey && andThen(store.find("slot", slotKey), toLive)
    },

    async replace(slot) {
      const { key, patch } = check.changes("slot", slot)
      const { count, ...rest } = patch
      if (typeof count !== "number") return toReplaced(await store.update("slot", key, patch, guardLive()))
      const guard = { ...guardLive(), and: guardCount(count) }
      return toReplaced(await store.update("slot", key, { ...rest, count: increment(1) }, guard))
    },

    increment(key, expires) {
      const row = check.row("slot", { key, count: 1, expires })
      return store.increment?.(row, new Date(now())) ?? putInSteps(row, { count: increment(1) }, guardLive())
    },

    async take(key) {
      const slotKey = check.key("slot", { key })
      return slotKey && toSlot(await store.take("slot", slotKey, guardLive()))
    },
  }
}

const guardCount = (value: number): Guard => ({ field: "count", is: "=", value })

const toSlot = (row: Row | Miss): Slot | null => (typeof row === "string" ? null : (row as Slot))

const toReplaced = (row: Row | Miss): SlotResult<"absent"> =>
  typeof row === "string" ? { ok: false, reason: "absent" } : { ok: true }
