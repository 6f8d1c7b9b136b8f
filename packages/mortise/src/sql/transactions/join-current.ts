import type { Driver } from "../driver.ts"

/**
 * A driver with a single connection. Its calls run in the open transaction that they belong to: it could not end while
 * they wait for it.
 */
export function joinCurrent(own: Driver): Driver {
  const driver: Driver = {
    ...own,
    run: (...call) => (driver.currentTransaction?.() ?? own).run(...call),
    batch: (...call) => (driver.currentTransaction?.() ?? own).batch(...call),
    isJoined: () => driver.currentTransaction?.() !== undefined,
  }
  return driver
}
