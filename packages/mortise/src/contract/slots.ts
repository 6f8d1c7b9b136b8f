import type { Json } from "./fields.ts"
import type { Slot } from "./types.ts"

/**
 * Whether a slot was stored, or why not. `taken`: a live slot has the key. `absent`: there is no live slot with this key,
 * or with this count.
 */
export type SlotResult<Reason extends "taken" | "absent"> =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: Reason }

/** Values that several processes share, most of them for a short time. A slot past `expires` is absent. */
export type Slots = {
  /** Creates the slot if no live slot has its key. Of many concurrent callers, one gets `ok: true`. */
  claim(slot: { key: string; value?: Json; count?: number; expires: Date }): Promise<SlotResult<"taken">>
  /** Creates the slot, or replaces it whole. Without `expires`, it stays until it is taken. */
  set(slot: { key: string; value?: Json; count?: number; expires?: Date }): Promise<void>
  read(key: string): Promise<Slot | null>
  /**
   * Replaces the value, and the expiry if given, of a live slot. With `count`, it replaces only a slot with this count, and
   * adds one to it (compare and set): of many callers that read the same slot, one gets `ok: true`.
   */
  replace(slot: { key: string; value: Json; expires?: Date; count?: number }): Promise<SlotResult<"absent">>
  /** Adds one and returns the count. A key without a live slot starts at 1 and expires at `expires`. */
  increment(key: string, expires: Date): Promise<number>
  /** Deletes and returns a live slot: one of many concurrent callers gets it. */
  take(key: string): Promise<Slot | null>
}

/** The names of these functions in the protocol, in permissions and in records of `audited`, which do not change. */
export const slotCallNames = {
  claim: "slots.claim",
  set: "slots.set",
  read: "slots.read",
  replace: "slots.write",
  increment: "slots.increment",
  take: "slots.take",
} as const satisfies Record<keyof Slots, string>

/** A rate limit: at most `max` in `perSeconds`. */
export type LimitOptions = { readonly max: number; readonly perSeconds: number }
