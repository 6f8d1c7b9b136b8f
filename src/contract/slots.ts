import type { Json } from "./fields.ts"
import type { Slot } from "./types.ts"

/** Short-lived facts that several processes must agree on. A slot past `expires` is absent. */
export type Slots = {
  /** Makes the slot unless a live one has its key: of many callers one gets true. */
  claim(slot: { key: string; value?: Json; count?: number; expires: Date }): Promise<boolean>
  read(key: string): Promise<Slot | null>
  /** Replaces the value, and moves the expiry where one is given, of a live slot; false when there is none. */
  write(slot: { key: string; value: Json; expires?: Date }): Promise<boolean>
  /** Adds one and returns the sum; a key that has no live slot starts at 1 and lives until `expires`. */
  count(key: string, expires: Date): Promise<number>
  /** Removes and returns a live slot: of many callers one gets it. */
  take(key: string): Promise<Slot | null>
}
