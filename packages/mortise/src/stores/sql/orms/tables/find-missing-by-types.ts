import type { Field } from "../../../../contract/fields.ts"
import type { Guarantee } from "../../../../contract/guarantees.ts"
import { type ModelDescription, type ModelName, models } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { findDateStorage } from "./column-kind.ts"
import { columnsByField } from "./map-table.ts"
import type { OrmTables } from "./orm-tables.ts"

/**
 * The guarantees that tables lack because of their columns. Missing keys are found in the database before the first
 * statement.
 */
export function findMissingByTypes({ engine, tables }: OrmTables): Guarantee[] {
  const lacking = new Set<Guarantee>()
  if (!tables.authenticator) lacking.add("passkeys")
  for (const [model, table] of Object.entries(tables)) {
    const { fields, keys }: ModelDescription = models[model as ModelName]
    const matches = columnsByField(Object.keys(fields), table.columns)
    for (const [name, field] of Object.entries(fields)) {
      const column = matches.get(name)
      const inKey = keys.some((key) => key.includes(name))
      if (column) for (const lack of listLacks(engine, field, column, inKey)) lacking.add(lack)
      if (!column && name === "expires_in") lacking.add("expires_in")
    }
    if (model === "user" && matches.get("email")?.notNull) lacking.add("users_without_email")
  }
  return [...lacking]
}

function listLacks(engine: EngineName, field: Field, column: OrmColumn, inKey: boolean): Guarantee[] {
  const { type } = column
  switch (field.kind) {
    case "date": {
      const isShort = findDateStorage(engine, column) === "seconds"
      const isNear = engine === "mysql" && type.startsWith("timestamp")
      return [...(isShort ? (["milliseconds"] as const) : []), ...(isNear ? (["far_dates"] as const) : [])]
    }
    case "integer":
    case "number":
      return engine !== "sqlite" && /^(small|medium|tiny)?int(eger|4|2)?\b/.test(type)
        ? ["large_numbers"]
        : []
    case "text": {
      const isShort = longestText(engine, type) < (field.max ?? 0)
      const folds = engine === "mysql" && inKey && field.form !== "id" && !/binary/.test(type)
      return [...(isShort ? (["long_text"] as const) : []), ...(folds ? (["byte_exact_keys"] as const) : [])]
    }
    default:
      return []
  }
}

function longestText(engine: EngineName, type: string): number {
  const size =
    engine === "sqlite"
      ? undefined
      : /^(?:n?(?:var)?char|character varying|varbinary)\s*\((\d+)\)/.exec(type)?.[1]
  if (size !== undefined) return Number(size)
  return engine === "mysql" && type === "text" ? 65_535 : Number.POSITIVE_INFINITY
}
