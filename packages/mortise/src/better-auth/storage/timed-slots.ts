import type { Slots } from "../../contract/slots.ts"
import type { Slot } from "../../contract/types.ts"
import { deadlineError, type Follow } from "../../operations/deadline.ts"

/** Slots whose calls end at the deadline of a call. */
export const timedSlots = (slots: Slots, follow: Follow): Slots => ({
  claim: async (slot) => follow(true, () => slots.claim(slot)),
  set: async (slot) => follow(true, () => slots.set(slot)),
  read: async (key) => follow(false, () => slots.read(key)),
  replace: async (slot) => follow(true, () => slots.replace(slot)),
  increment: async (key, expires) => follow(true, () => slots.increment(key, expires)),
  take: async (key) => follow(true, () => slots.take(key)),
})

/** The answer of a single read, within the time limit of a call. */
export const readWithin = <T>(timeoutMs: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(deadlineError("transient")), timeoutMs)
    answer.then(resolve, reject).then(() => clearTimeout(timer))
  })

// A slot that is created again after it expired must not have the count that a slow caller has read.
const firstCount = (): number => Math.floor(Math.random() * 2 ** 30)

/** Creates a slot with a count that no caller has read. False if there is one. */
export const create = async (slots: Slots, slot: Parameters<Slots["claim"]>[0]): Promise<boolean> =>
  (await slots.claim({ ...slot, count: firstCount() })).ok

/**
 * Replaces a slot by what `next` makes of it, in one atomic step, or leaves it if `next` returns `undefined`. Calls
 * `next` again if another caller was faster. Returns whether it was replaced. `read` is the slot if it was just read.
 */
export async function change(
  slots: Slots,
  key: string,
  next: (slot: Slot | null) => Pick<Slot, "value" | "expires"> | undefined,
  read?: Slot | null,
): Promise<boolean> {
  for (let slot = read; ; slot = undefined) {
    const current = slot === undefined ? await slots.read(key) : slot
    const made = next(current)
    if (!made) return false
    const { value = null, expires } = made
    const isDone = current
      ? (await slots.replace({ key, value, expires, count: current.count })).ok
      : await create(slots, { key, value, expires })
    if (isDone) return true
  }
}
