/** A UUID version 7. It starts with a timestamp, so that new ids are added at one end of an index. */
export function newId(): string {
  const random = crypto.randomUUID()
  const time = Date.now().toString(16).padStart(12, "0")
  // Version and variant of the random UUID stay in place; only the version number changes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
