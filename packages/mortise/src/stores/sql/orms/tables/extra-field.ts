import type { Field } from "../../../../contract/fields.ts"
import type { ModelName } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { findDateStorage, findKind } from "./column-kind.ts"

// Callers can pass extra fields for these. Other rows have only the contract's fields.
const extendedByCallers: readonly ModelName[] = ["user", "account"]

/**
 * The extra field for a column that the contract does not know, or `undefined` if rows leave it out. If the table
 * cannot be used, the reason as the end of a sentence.
 */
export function toExtraField(
  model: ModelName,
  engine: EngineName,
  column: OrmColumn,
): Field | string | undefined {
  const { notNull, hasDefault, isGenerated, onInsert, onUpdate, type, property } = column
  const isFilledByDatabase = isGenerated || (hasDefault && !onInsert)
  const kind = findKind(column)
  const stored = kind === "date" ? findDateStorage(engine, column) : undefined
  const isUsable = kind !== undefined && isFieldName(property) && (kind !== "date" || stored !== undefined)
  if (!isUsable) {
    if (onInsert || onUpdate)
      return `is ${type}, which only the ORM can fill: give it a default in the database.`
    return notNull && !hasDefault
      ? `is ${type}, which this adapter cannot fill: give it a default in the database, or allow null.`
      : undefined
  }
  const isRequired = notNull && !isFilledByDatabase && !onInsert
  if (isRequired && !extendedByCallers.includes(model))
    return "is NOT NULL, and nothing fills it: give it a default, or allow null."
  return {
    kind,
    presence: isGenerated ? "generated" : isRequired ? "required" : notNull ? "defaulted" : "nullable",
    ...(isFilledByDatabase && { databaseDefault: true }),
    ...(onInsert && { default: onInsert }),
    ...(onUpdate && { onUpdate }),
    ...(stored && { stored }),
  } as Field
}

const isFieldName = (name: string): boolean =>
  /^[A-Za-z_]\w{0,62}$/.test(name) && name !== "extra" && name !== "prototype" && !(name in Object.prototype)
