import type { AdapterFactoryCustomizeAdapterCreator } from "better-auth/adapters"
import type { FieldSpec } from "./columns.ts"
import type { DatabaseSource } from "./database-source.ts"
import type { NamedTable } from "./orm-names.ts"
import type { ModelSpec } from "./tables.ts"
import type { Kind } from "./wires.ts"

/** What Better Auth passes to an adapter. */
export type Helpers = Parameters<AdapterFactoryCustomizeAdapterCreator>[0]

/** All models of Better Auth's options and plugins, by Better Auth's own names. */
export function listModels(
  helpers: Helpers,
  { names, readTenant }: Pick<DatabaseSource, "names" | "readTenant">,
): ReadonlyMap<string, ModelSpec> {
  const { schema, options, getModelName, getFieldName } = helpers
  const generateId = options.advanced?.database?.generateId
  const ids = generateId === "serial" || generateId === "uuid" ? generateId : "text"
  return new Map(
    Object.entries(schema).map(([model, declared]) => {
      const declaredFields = Object.entries(declared.fields).map(
        ([field, { type, unique }]): FieldSpec => ({
          field,
          column: getFieldName({ model, field }),
          kind: toKind(type),
          isUnique: unique === true,
        }),
      )
      const id: FieldSpec = {
        field: "id",
        column: getFieldName({ model, field: "id" }),
        kind: "string",
        isUnique: true,
      }
      const table = getModelName(model)
      const fields = [id, ...declaredFields.filter(({ field }) => field !== "id")]
      const spec = withNames({ model, ids, table, fields }, names?.(table))
      return [model, readTenant ? { ...spec, hasTenant: true } : spec]
    }),
  )
}

/** In an ORM's schema, the names of Better Auth are those of members: their names in the database can be others. */
function withNames(spec: ModelSpec, named: NamedTable | undefined): ModelSpec {
  if (!named) return spec
  const columns = new Map(named.columns.map((column) => [column.property, column]))
  const fields = spec.fields.map((field): FieldSpec => {
    const column = columns.get(field.column)
    return column ? { ...field, stored: column.column, isInSeconds: column.stored === "seconds" } : field
  })
  return { ...spec, table: named.schema ? `${named.schema}.${named.table}` : named.table, fields }
}

/** Better Auth declares an enumeration as a list of its members. */
function toKind(type: unknown): Kind {
  if (type === "number" || type === "boolean" || type === "date" || type === "json") return type
  return type === "string[]" || type === "number[]" ? "json" : "string"
}
