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

/** Opens a storage with some methods replaced. */
export const breaking = (overrides: (good: Storage) => Partial<Storage>) => (): Storage => {
  const good = storageInMemory()
  return { ...good, ...overrides(good) }
}
