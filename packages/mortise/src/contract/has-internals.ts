import type { OperationName } from "./operation-names.ts"
import type { ExtraFields } from "./schema.ts"

/** An own, enumerable property of every adapter, so that it survives `{ ...adapter }`. */
export const mortise: unique symbol = Symbol.for("mortise") as never

declare const fields: unique symbol

/** What an adapter carries besides the nineteen operations; read it through `manifest`, `extras`, `upkeep`, `slots`. */
export type Carried<X extends ExtraFields = object> = { readonly [fields]?: X }

// Otherwise the compiler would refuse `{ ...adapter, createUser }` as an argument, for an unknown property.
type AnyOperations = { readonly [Name in OperationName]?: unknown }

/** A Mortise adapter, even with your own operations. */
export type HasInternals<X extends ExtraFields = object> = AnyOperations & {
  readonly [mortise]: Carried<X>
}

/** A Mortise adapter whose store has tables, even with your own operations. */
export type HasTables = AnyOperations & { readonly [mortise]: { readonly migration: object } }
