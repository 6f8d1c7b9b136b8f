import type { Extras } from "./extras.ts"
import type { StoreManifest } from "./manifest.ts"
import type { OperationName } from "./operations.ts"
import type { ExtraFields, Schema } from "./schema.ts"
import type { Slots } from "./slots.ts"
import type { Upkeep } from "./upkeep.ts"

/** Own and enumerable on every adapter of ours, so that it survives `{ ...adapter }`. */
export const mortise: unique symbol = Symbol.for("mortise") as never

/** What hangs on an adapter besides the nineteen; reached through `manifest`, `extras` and `upkeep` alone. */
export type Internals<X extends ExtraFields = object> = {
  readonly manifest: StoreManifest
  /** What the adapter was made with. */
  readonly schema: Schema
  readonly extras: Extras<X>
  readonly upkeep: Upkeep<X>
  readonly slots: Slots
  /** What `migrate` needs; its shape is the store's own. */
  readonly migration?: unknown
  /** Whether the adapter's operation is another function than the one it was made with. */
  isOverridden(adapter: object, operation: OperationName): boolean
}

export function internals<X extends ExtraFields = object>(adapter: object): Internals<X> | undefined {
  return (adapter as { [mortise]?: Internals<X> })[mortise]
}
