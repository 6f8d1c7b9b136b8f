import { storageInMemory } from "../support/storage-in-memory.ts"
import { breaking, type StorageMutant } from "./storage-mutant.ts"

/** Defects in the lifetimes of a secondary storage. */
export const lifetimeMutants: readonly StorageMutant[] = [
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
    name: "lifetimes-survive",
    defect: "a count that was deleted begins again with the rest of its old lifetime",
    by: ["storage-lifetimes/stored-again"],
    open: breaking(({ increment }) => {
      const ends = new Map<string, number>()
      return {
        async increment(key, ttl) {
          const end = ends.get(key) ?? Date.now() + ttl * 1000
          ends.set(key, end)
          return increment(key, (end - Date.now()) / 1000)
        },
      }
    }),
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
