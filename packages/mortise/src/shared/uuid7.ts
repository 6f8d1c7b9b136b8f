/** A UUID of version 7: 48 bits of time in milliseconds, then random bits, so that new ids sort after older ones. */
export function uuid7(): string {
  const random = crypto.randomUUID()
  const time = Date.now().toString(16).padStart(12, "0")
  // Version and variant of the random UUID stay in place; only the version number changes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
