import type { Kind } from "../../../../contract/fields.ts"
import { type ModelDescription, type ModelName, models } from "../../../../contract/models.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { columnsByField } from "./map-table.ts"

/** The kind of the contract's field that a column holds, or `undefined` for an extra field. */
export function fieldKind(model: ModelName, column: OrmColumn): Kind | undefined {
  const { fields }: ModelDescription = models[model]
  const [field = ""] = columnsByField(Object.keys(fields), [column]).keys()
  return fields[field]?.kind
}
