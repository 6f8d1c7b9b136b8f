import type { SecondaryStorage } from "better-auth"

/** A correct storage in memory. Each call takes a moment, as a call of a server does. */
export function storageInMemory(): Required<SecondaryStorage> {
  const values = new Map<string, { value: string; end: number }>()
  const live = (key: string) => {
    const entry = values.get(key)
    return entry && entry.end > Date.now() ? entry : undefined
  }
  const endOf = (ttl = Number.POSITIVE_INFINITY) => Date.now() + ttl * 1000
  const answered = <T>(answer: () => T): Promise<T> =>
    new Promise((resolve) => setImmediate(() => resolve(answer())))
  return {
    get: (key) => answered(() => live(key)?.value ?? null),
    set: (key, value, ttl) => answered(() => void values.set(key, { value, end: endOf(ttl) })),
    delete: (key) => answered(() => void values.delete(key)),
    getAndDelete: (key) =>
      answered(() => {
        const value = live(key)?.value ?? null
        values.delete(key)
        return value
      }),
    increment: (key, ttl) =>
      answered(() => {
        const entry = live(key) ?? { value: "0", end: endOf(ttl) }
        const value = String(Number(entry.value) + 1)
        values.set(key, { ...entry, value })
        return Number(value)
      }),
  }
}
