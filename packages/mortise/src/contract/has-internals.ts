import type { ExtraFields } from "./schema.ts"

/** An own, enumerable property of every adapter, so that it survives `{ ...adapter }`. */
export const mortise: unique symbol = Symbol.for("mortise") as never

declare const fields: unique symbol

/** What an adapter carries besides the nineteen operations; read it through `manifest`, `extras`, `upkeep`, `slots`. */
export type Carried<X extends ExtraFields = object> = { readonly [fields]?: X }
