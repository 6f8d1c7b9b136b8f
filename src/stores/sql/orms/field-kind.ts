import type { Kind } from "../../../contract/fields.ts"
import { type ModelDescription, type ModelName, models } from "../../../contract/models.ts"
import type { OrmColumn } from "./orm-table.ts"

const folded = (name: string): string => name.replaceAll("_", "").toLowerCase()

/** The kind of the contract's field that a column belongs to; case and underscores of its names do not matter. */
export function fieldKind(
  model: ModelName,
  { property, column }: Pick<OrmColumn, "property" | "column">,
): Kind | undefined {
  const { fields }: ModelDescription = models[model]
  const names = [folded(property), folded(column)]
  return Object.entries(fields).find(([name]) => names.includes(folded(name)))?.[1].kind
}
