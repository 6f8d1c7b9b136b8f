import type { Adapter } from "../contract/adapter.ts"
import { extras } from "../contract/adapter-parts.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Extras } from "../contract/extras.ts"
import { type Internals, internals } from "../contract/internals.ts"
import { withoutLayers } from "../contract/layered.ts"

/** The parts of an adapter that an export or import uses. */
export type TransferTools = Pick<Internals, "upkeep" | "schema" | "manifest"> & {
  readonly adapter: Adapter
  readonly extras: Partial<Extras>
}

/** Rows are copied as they are stored, below all layers. Throws `missing_operation` for a third-party adapter. */
export function openForTransfer(source: object, operation: string): TransferTools {
  const adapter = withoutLayers(Object(source))
  const inside = internals(adapter)
  if (!inside)
    throw new MortiseError(
      "missing_operation",
      `${operation}: pass a Mortise adapter. Third-party adapters cannot list their rows.`,
      { operation },
    )
  const { upkeep, schema, manifest } = inside
  return { upkeep, schema, manifest, adapter: adapter as Adapter, extras: extras(adapter) ?? {} }
}
