import type { AdapterFactoryCustomizeAdapterCreator } from "better-auth/adapters"
import type { FieldSpec } from "./columns.ts"
import type { ModelSpec } from "./tables.ts"
import type { Kind } from "./wires.ts"

/** What Better Auth passes to an adapter. */
export type Helpers = Parameters<AdapterFactoryCustomizeAdapterCreator>[0]

/** All models of Better Auth's options and plugins, by Better Auth's own names. */
export function modelsOf(helpers: Helpers): ReadonlyMap<string, ModelSpec> {
  const { schema, options, getModelName, getFieldName } = helpers
  const generateId = options.advanced?.database?.generateId
  const ids = generateId === "serial" || generateId === "uuid" ? generateId : "text"
  return new Map(
    Object.entries(schema).map(([model, { fields }]) => {
      const own = Object.entries(fields).map(
        ([field, { type, unique }]): FieldSpec => ({
          field,
          column: getFieldName({ model, field }),
          kind: kindOf(type),
          isUnique: unique === true,
        }),
      )
      const id: FieldSpec = {
        field: "id",
        column: getFieldName({ model, field: "id" }),
        kind: "string",
        isUnique: true,
      }
      return [
        model,
        {
          model,
          ids,
          table: getModelName(model),
          fields: [id, ...own.filter(({ field }) => field !== "id")],
        },
      ]
    }),
  )
}

/** Better Auth declares an enumeration as a list of its members. */
function kindOf(type: unknown): Kind {
  if (type === "number" || type === "boolean" || type === "date" || type === "json") return type
  return type === "string[]" || type === "number[]" ? "json" : "string"
}
