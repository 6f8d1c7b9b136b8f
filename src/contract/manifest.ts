import type { OperationName } from "./operations.ts"
import type { IdMode } from "./schema.ts"

/** What a store promises. */
export type StoreManifest = {
  readonly store: string
  /** `atomic`: a user and all it owns go in one step. `fenced`: the user goes first, the rest is cleaned up. */
  readonly removal: "atomic" | "fenced"
  /** What survives: nothing, the end of the process, or the loss of power. */
  readonly durability: "none" | "process" | "power"
  readonly ids: IdMode
  /** Round trips to the store for each operation, at most, when all goes well. */
  readonly roundTrips: Readonly<Partial<Record<OperationName, number>>>
  /** Most bytes of each text field, as `model.field`. */
  readonly limits: Readonly<Record<string, number>>
}

/** What an adapter promises: its store's promises, less those of operations that were overridden. */
export type Manifest = StoreManifest & { readonly overridden: readonly OperationName[] }
