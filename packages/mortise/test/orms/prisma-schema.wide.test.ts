import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import {
  findAttribute,
  type PrismaField,
  readModels,
  textArgument,
} from "../../src/sql/orms/prisma/prisma-schema-text.ts"
import { installOrms } from "./install.ts"

await installOrms()

/** The part of Prisma's own reading of a schema that is compared. */
type Datamodel = {
  readonly models: readonly {
    readonly name: string
    readonly dbName: string | null
    readonly fields: readonly {
      readonly name: string
      readonly dbName?: string | null
      readonly kind: string
      readonly type: string
      readonly isList: boolean
      readonly isRequired: boolean
      readonly isUpdatedAt?: boolean
      readonly isId: boolean
      readonly hasDefaultValue: boolean
    }[]
  }[]
  readonly enums: readonly { readonly name: string }[]
}
type Generator = { getDMMF(options: { datamodel: string }): Promise<{ datamodel: Datamodel }> }

const files = [
  "./prisma/every-attribute.prisma",
  "../../../../peers/prisma/postgresql.prisma",
  "../../../../peers/prisma/mysql.prisma",
  "../../../../peers/prisma/sqlite.prisma",
]

test.each(files)("reads %s as Prisma does", async (file) => {
  const text = await readFile(new URL(file, import.meta.url), "utf8")
  const generator: Generator = createRequire(import.meta.url)("@prisma/client-generator-js")
  const { datamodel } = await generator.getDMMF({ datamodel: text })
  const read = readModels(text)
  expect(read.enums.map(({ name }) => name)).toEqual(datamodel.enums.map(({ name }) => name))
  const has = (field: PrismaField, name: string) => findAttribute(field, name) !== undefined
  const described = read.models.map((model) => ({
    name: model.name,
    dbName: textArgument(findAttribute(model, "map")) ?? null,
    fields: model.fields
      .filter(({ type }) => !type.startsWith("Unsupported"))
      .map((field) => ({
        name: field.name,
        dbName: textArgument(findAttribute(field, "map")),
        type: field.type,
        isList: field.isList,
        isRequired: !field.isOptional,
        isUpdatedAt: has(field, "updatedAt"),
        isId: has(field, "id"),
        hasDefaultValue: has(field, "default"),
      })),
  }))
  expect(described).toEqual(
    datamodel.models.map(({ name, dbName, fields }) => ({
      name,
      dbName,
      fields: fields.map((field) => ({
        name: field.name,
        dbName: field.dbName ?? undefined,
        type: field.type,
        isList: field.isList,
        isRequired: field.isRequired,
        isUpdatedAt: field.isUpdatedAt ?? false,
        isId: field.isId,
        hasDefaultValue: field.hasDefaultValue,
      })),
    })),
  )
})
