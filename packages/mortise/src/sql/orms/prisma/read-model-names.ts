import type { OrmTable } from "../orm-table.ts"
import { findAttribute, type PrismaField, type PrismaModel, textArgument } from "./prisma-schema-text.ts"

/** The names of a model's table and of its columns. */
export const readModelNames = (model: PrismaModel, databaseSchema: string | undefined) => ({
  ...readTablePlace(model, databaseSchema),
  columns: model.fields.map((field) => ({ property: field.name, column: readColumnName(field) })),
})

/** The names of a model's table and of its schema. */
export function readTablePlace(
  model: PrismaModel,
  databaseSchema: string | undefined,
): Pick<OrmTable, "table" | "schema"> {
  const schema = textArgument(findAttribute(model, "schema")) ?? databaseSchema
  return {
    table: textArgument(findAttribute(model, "map")) ?? model.name,
    // PostgreSQL looks there by default.
    schema: schema === "public" ? undefined : schema,
  }
}

export const readColumnName = (field: PrismaField): string =>
  textArgument(findAttribute(field, "map")) ?? field.name
