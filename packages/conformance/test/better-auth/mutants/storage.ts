import type { SecondaryStorage } from "better-auth"
import { storageInMemory } from "../support/storage-in-memory.ts"

type Storage = Required<SecondaryStorage>

/** A storage with one planted defect, and the cases that find it. */
export type StorageMutant = {
  readonly name: string
  /** What goes wrong, in one line. */
  readonly defect: string
  readonly by: readonly string[]
  open(): Storage
}

const breaking = (overrides: (good: Storage) => Partial<Storage>) => (): Storage => {
  const good = storageInMemory()
  return { ...good, ...overrides(good) }
}

const text = (value: unknown): string => String(value)

const valuesAndKeys: readonly StorageMutant[] = [
  {
    name: "ascii-only",
    defect: "characters beyond ASCII become question marks",
    by: ["storage-values/texts"],
    open: breaking(({ set }) => ({
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII.
      set: (key, value, ttl) => set(key, value.replace(/[^\u0000-\u007f]/g, "?"), ttl),
    })),
  },
  {
    name: "trimmed",
    defect: "spaces at both ends of a text are lost",
    by: ["storage-values/texts"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key, value.trim(), ttl) })),
  },
  {
    name: "truncated",
    defect: "a text ends after 65,535 characters",
    by: ["storage-values/long-texts"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key, value.slice(0, 65_535), ttl) })),
  },
  {
    name: "first-write-wins",
    defect: "set does not replace a text",
    by: ["storage-values/replaced", "storage-lifetimes/replaced"],
    open: breaking(({ get, set }) => ({
      set: async (key, value, ttl) => (await get(key)) ?? set(key, value, ttl),
    })),
  },
  {
    name: "delete-does-nothing",
    defect: "delete resolves and deletes nothing",
    by: ["storage-values/replaced", "stored-sessions/others"],
    open: breaking(() => ({ delete: async () => {} })),
  },
  {
    name: "keys-lower-cased",
    defect: "keys are compared without regard to case",
    by: ["storage-values/separate-keys"],
    open: breaking(({ get, set }) => ({
      get: (key) => get(key.toLowerCase()),
      set: (key, value, ttl) => set(key.toLowerCase(), value, ttl),
    })),
  },
  {
    name: "keys-normalized",
    defect: "composed and decomposed letters are the same key",
    by: ["storage-values/separate-keys"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key.normalize("NFC"), value, ttl) })),
  },
  {
    name: "keys-truncated",
    defect: "keys end after 255 characters",
    by: ["storage-values/separate-keys"],
    open: breaking(({ get, set }) => ({
      get: (key) => get(key.slice(0, 255)),
      set: (key, value, ttl) => set(key.slice(0, 255), value, ttl),
    })),
  },
  {
    name: "delete-by-prefix",
    defect: "delete removes every key that begins with the given one",
    by: ["storage-values/separate-keys"],
    open() {
      const good = storageInMemory()
      const keys = new Set<string>()
      return {
        ...good,
        set: (key, value, ttl) => {
          keys.add(key)
          return good.set(key, value, ttl)
        },
        async delete(key) {
          for (const each of keys) if (each.startsWith(key)) await good.delete(each)
        },
      }
    },
  },
  {
    name: "limited-size",
    defect: "the oldest of a thousand texts is dropped for a new one",
    by: ["storage-values/many-keys"],
    open() {
      const good = storageInMemory()
      const keys = new Set<string>()
      return {
        ...good,
        async set(key, value, ttl) {
          keys.add(key)
          const [oldest] = keys
          if (keys.size > 1_000 && oldest !== undefined && keys.delete(oldest)) await good.delete(oldest)
          return good.set(key, value, ttl)
        },
      }
    },
  },
  {
    name: "values-in-an-object",
    defect: "the members of Object.prototype are found as values",
    by: ["storage-values/special-words"],
    open: breaking(({ get }) => ({
      get: async (key) => (await get(key)) ?? (key in {} ? text(({} as Record<string, unknown>)[key]) : null),
    })),
  },
  {
    name: "cached-reads",
    defect: "a text that was read is kept in memory",
    by: ["storage-values/replaced", "stored-sessions/others"],
    open() {
      const good = storageInMemory()
      const cache = new Map<string, unknown>()
      return {
        ...good,
        async get(key) {
          const value = cache.get(key) ?? (await good.get(key))
          if (value !== null) cache.set(key, value)
          return value
        },
      }
    },
  },
]

const lifetimes: readonly StorageMutant[] = [
  {
    name: "no-lifetimes",
    defect: "texts never expire",
    by: ["storage-lifetimes/ended"],
    open: breaking(({ set }) => ({ set: (key, value) => set(key, value) })),
  },
  {
    name: "lifetimes-in-milliseconds",
    defect: "a lifetime in seconds is taken for milliseconds",
    by: ["storage-lifetimes/kept"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key, value, ttl && ttl / 1000) })),
  },
  {
    name: "lifetimes-in-minutes",
    defect: "a lifetime is kept for sixty times as long",
    by: ["storage-lifetimes/ended"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key, value, ttl && ttl * 60) })),
  },
  {
    name: "timers-overflow",
    defect: "a timer deletes a text whose lifetime exceeds 24 days at once",
    by: ["storage-lifetimes/kept"],
    open: breaking(({ set }) => ({
      set: (key, value, ttl) => set(key, value, ttl && (ttl * 1000 > 0x7f_ff_ff_ff ? 0.001 : ttl)),
    })),
  },
  {
    name: "default-lifetime",
    defect: "a text without a lifetime ends after a second",
    by: ["storage-lifetimes/kept", "storage-lifetimes/replaced"],
    open: breaking(({ set }) => ({ set: (key, value, ttl = 1) => set(key, value, ttl) })),
  },
  {
    name: "first-lifetime-stays",
    defect: "a text that is stored again keeps its first lifetime",
    by: ["storage-lifetimes/replaced"],
    open() {
      const good = storageInMemory()
      const ends = new Map<string, number>()
      return {
        ...good,
        set(key, value, ttl) {
          const end = ends.get(key) ?? (ttl ? Date.now() + ttl * 1000 : Number.POSITIVE_INFINITY)
          ends.set(key, end)
          return good.set(key, value, (end - Date.now()) / 1000)
        },
      }
    },
  },
  {
    name: "old-timers-run",
    defect: "the timer of a deleted text deletes the text that is stored later",
    by: ["storage-lifetimes/stored-again", "storage-lifetimes/replaced"],
    open: breaking(({ set, delete: remove }) => ({
      set(key, value, ttl) {
        if (ttl && ttl < 60) setTimeout(() => void remove(key), ttl * 1000)
        return set(key, value)
      },
    })),
  },
  {
    name: "increments-extend",
    defect: "each increment begins the lifetime of the count again",
    by: ["storage-lifetimes/counts"],
    open: breaking(({ get, set }) => ({
      async increment(key, ttl) {
        const next = Number((await get(key)) ?? 0) + 1
        await set(key, String(next), ttl)
        return next
      },
    })),
  },
  {
    name: "counts-without-lifetime",
    defect: "counts never expire",
    by: ["storage-lifetimes/counts"],
    open: breaking(({ increment }) => ({ increment: (key) => increment(key, 1e9) })),
  },
  {
    name: "zero-is-for-ever",
    defect: "a lifetime of 0 means none",
    by: ["storage-lifetimes/zero"],
    open: breaking(({ set }) => ({ set: (key, value, ttl) => set(key, value, ttl || undefined) })),
  },
  {
    name: "fractions-refused",
    defect: "a lifetime that is not a whole number throws",
    by: ["storage-lifetimes/fractions"],
    open: breaking(({ set }) => ({
      async set(key, value, ttl) {
        if (ttl !== undefined && !Number.isInteger(ttl)) throw new RangeError("value is not an integer")
        await set(key, value, ttl)
      },
    })),
  },
]

const races: readonly StorageMutant[] = [
  {
    name: "take-reads-then-deletes",
    defect: "getAndDelete reads and deletes: every caller that reads in time gets the text",
    by: ["storage-races/one-taker", "stored-links/one-session"],
    open: breaking(({ get, delete: remove }) => ({
      async getAndDelete(key) {
        const value = await get(key)
        await remove(key)
        return value
      },
    })),
  },
  {
    name: "increment-reads-then-writes",
    defect: "increment reads the count and writes the sum",
    by: ["storage-races/counts", "stored-limits/burst"],
    open: breaking(({ get, set }) => ({
      async increment(key, ttl) {
        const next = Number((await get(key)) ?? 0) + 1
        await set(key, String(next), ttl)
        return next
      },
    })),
  },
  {
    name: "counts-are-texts",
    defect: "increment returns the count as text",
    by: ["storage-races/counts"],
    open: breaking(({ increment }) => ({
      increment: async (key, ttl) => text(await increment(key, ttl)) as unknown as number,
    })),
  },
  {
    name: "writes-in-the-background",
    defect: "set resolves before the text is stored",
    by: ["storage-values/replaced", "storage-races/last-write"],
    open: breaking(({ set }) => ({
      async set(key, value, ttl) {
        setTimeout(() => void set(key, value, ttl), 2)
      },
    })),
  },
]

/** Defects of a secondary storage. */
export const storageMutants: readonly StorageMutant[] = [...valuesAndKeys, ...lifetimes, ...races]
