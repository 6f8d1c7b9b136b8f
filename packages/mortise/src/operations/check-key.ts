import type { ModelName } from "../contract/models.ts"
import type { Key } from "../contract/rows.ts"
import type { Column, Schema } from "../contract/schema.ts"
import { canonicalText, textProblem } from "./check-text.ts"
import { asText } from "./check-value.ts"

/** The columns of each model's unique keys. */
export type KeyColumns = Record<ModelName, [primary: Column[], other?: Column[]]>

export const keyColumns = ({ models }: Schema): KeyColumns =>
  Object.fromEntries(
    Object.values(models).map(({ name, keys, fields }) => [
      name,
      keys.map((key) => key.map((part) => fields.find((field) => field.name === part))),
    ]),
  ) as KeyColumns

const idForms = {
  given: undefined,
  serial: /^[1-9]\d{0,17}$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
} as const

/** Compiles the check whether a column holds ids and a value cannot be an id that the database created. */
export function compileIdCheck({ ids }: Schema): (column: Column, value: unknown) => boolean {
  const form = idForms[ids]
  return (column, value) => form !== undefined && column.form === "id" && !form.test(value as string)
}

/** Compiles the check of keys: the canonical key with exactly these values; `null` if no row can have it. */
export function compileKeyCheck(schema: Schema, columns: KeyColumns) {
  const isImpossibleId = compileIdCheck(schema)
  return (model: ModelName, values: Readonly<Record<string, unknown>>): Key | null => {
    let key = values
    for (const column of columnsIn(columns[model], values)) {
      const value = values[column.name]
      const part = keyPart(column, value)
      if (part === null || isImpossibleId(column, part)) return null
      if (part !== value) key = { ...key, [column.name]: part }
    }
    return key as Key
  }
}

/** The columns of the key that the values are for: the other key if its first field is among them. */
function columnsIn(keys: KeyColumns[ModelName], values: object): readonly Column[] {
  const secondKey = keys[1]
  return secondKey?.[0] && secondKey[0].name in values ? secondKey : keys[0]
}

function keyPart(column: Column, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const part = canonicalText(column, asText(column, value))
  return part === "" || textProblem(column, part) !== undefined ? null : part
}
