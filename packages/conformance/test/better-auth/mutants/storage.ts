import { storageInMemory } from "../support/storage-in-memory.ts"
import { lifetimeMutants } from "./storage-lifetimes.ts"
import { breaking, type StorageMutant } from "./storage-mutant.ts"

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
export const storageMutants: readonly StorageMutant[] = [...valuesAndKeys, ...lifetimeMutants, ...races]
