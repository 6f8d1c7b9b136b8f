import type { Slots } from "../../contract/slots.ts"

const lockMs = 30_000

/**
 * Runs the function while no other process holds the lock, and otherwise returns `busy`. A lock expires after 30 seconds;
 * `isHeld` says whether it is still held.
 */
export async function withLock<T>(
  slots: Slots,
  now: () => number,
  key: string,
  run: (isHeld: () => boolean) => Promise<T>,
): Promise<T | "busy"> {
  const expires = new Date(now() + lockMs)
  const isHeld = () => now() < expires.getTime()
  if (!(await slots.claim({ key, expires })).ok) return "busy"
  try {
    return await run(isHeld)
  } finally {
    // A lock that cannot be released expires. Once it has expired, another request may hold it.
    if (isHeld()) await slots.take(key).catch(() => null)
  }
}
