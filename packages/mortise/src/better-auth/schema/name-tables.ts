import type { OrmNames } from "../orm-names.ts"
import type { AuthSchema, SchemaField, SchemaTable } from "./auth-table.ts"

/** The schema with the names of its tables and columns in the database: plural, or those of an ORM's schema. */
export function nameTables(
  schema: AuthSchema,
  usePlural: boolean,
  names: OrmNames = () => undefined,
): AuthSchema {
  // Better Auth replaces the key of a table by its name in options that it has seen.
  const toModelKey = (model: string): string =>
    schema[model]
      ? model
      : (Object.entries(schema).find(([, table]) => table.modelName === model)?.[0] ?? model)

  const nameTable = (table: SchemaTable): SchemaTable => {
    const tableName = usePlural ? `${table.modelName}s` : table.modelName
    const named = names(tableName)
    const columns = new Map(named?.columns.map(({ property, column }) => [property, column]))
    const nameField = ([field, definition]: readonly [string, SchemaField]): [string, SchemaField] => {
      const { references } = definition
      const declared = definition.fieldName || field
      return [
        field,
        {
          ...definition,
          fieldName: columns.get(declared) ?? declared,
          references: references && { ...references, model: toModelKey(references.model) },
        },
      ]
    }
    return {
      ...table,
      modelName: named ? [named.schema, named.table].filter(Boolean).join(".") : tableName,
      fields: Object.fromEntries(Object.entries({ id: { type: "string" }, ...table.fields }).map(nameField)),
    }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, table]) => [key, nameTable(table)]))
}
