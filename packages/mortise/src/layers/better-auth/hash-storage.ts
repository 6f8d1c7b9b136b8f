import { type BetterAuthStorage, type LayerStorage, storageParts } from "../../contract/auth-storage.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { loadOnce } from "./load-once.ts"

/** `hashedSessions` over the value of `mortiseStorage`. */
export function hashStorage<S extends LayerStorage>(storage: S, acceptsPlain: boolean): S {
  const parts = storage[storageParts]
  if (parts.isHashed) throwInvalid("hashedSessions: the storage already has this layer.")
  const load = loadOnce(async () =>
    (await import("./hash-stored-sessions.ts")).hashStoredSessions(storage, parts, acceptsPlain),
  )
  const methods: BetterAuthStorage = {
    get: async (key) => (await load()).get(key),
    getAndDelete: async (key) => (await load()).getAndDelete(key),
    increment: async (key, ttl) => (await load()).increment(key, ttl),
    set: async (key, value, ttl) => (await load()).set(key, value, ttl),
    delete: async (key) => (await load()).delete(key),
  }
  return { ...storage, ...methods, [storageParts]: { ...parts, isHashed: true } }
}
