/** The names of tables and columns that an ORM's schema declares. They can differ from Better Auth's altogether. */
import type { DrizzleHandle } from "../sql/orms/drizzle/describe-drizzle.ts"
import { type Casing, isTable, readExports, readTableNames } from "../sql/orms/drizzle/read-drizzle-table.ts"
import type { OrmColumn, OrmTable } from "../sql/orms/orm-table.ts"
import { readModels } from "../sql/orms/prisma/prisma-schema-text.ts"
import { readModelNames } from "../sql/orms/prisma/read-model-names.ts"

/** A table with the names of its columns. */
export type NamedTable = Pick<OrmTable, "table" | "schema"> & {
  readonly columns: readonly Pick<OrmColumn, "property" | "column" | "stored">[]
}

/** The table under a name in an ORM's schema; undefined if the schema has none. */
export type OrmNames = (name: string) => NamedTable | undefined

/** The tables of a Drizzle schema, under the names of its members, as Better Auth's own adapter finds them. */
export function drizzleNames(drizzle: DrizzleHandle, schema: object = readExports(drizzle)): OrmNames {
  const { casing } = drizzle.dialect as { readonly casing?: Casing }
  const members = new Map<string, unknown>(Object.entries(schema))
  return (name) => {
    const table = members.get(name)
    return isTable(table) ? readTableNames(table, casing) : undefined
  }
}

/** The tables of Prisma's models, under the names of the client's members: `prisma.user` has the model User. */
export function prismaNames(schemaText: string, databaseSchema: string | undefined): OrmNames {
  const { models } = readModels(schemaText)
  const byMember = new Map(
    models.map((model) => [model.name.charAt(0).toLowerCase() + model.name.slice(1), model]),
  )
  return (name) => {
    const model = byMember.get(name.charAt(0).toLowerCase() + name.slice(1))
    return model && readModelNames(model, databaseSchema)
  }
}
