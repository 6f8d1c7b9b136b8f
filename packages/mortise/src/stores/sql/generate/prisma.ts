import type { EngineName } from "../../../schema/engine-name.ts"
import type { EntityColumn, EntityTable } from "./entity-table.ts"
import { prismaDefault, prismaType } from "./prisma-columns.ts"
import { buildRestComment, indent, list, lowerFirst, quoteString } from "./source-text.ts"

type Line = readonly [name: string, type: string, attributes: string]

/** The tables as models of Prisma, to be added to `schema.prisma`. */
export function prismaText(tables: readonly EntityTable[], engine: EngineName): string {
  const pgSchema = tables[0]?.pgSchema
  const note =
    pgSchema === undefined ? [] : [`// The datasource needs schemas = ${list([quoteString(pgSchema)])}.\n`]
  return [...note, ...tables.map((table) => modelText(table, tables, engine))].join("\n")
}

function modelText(table: EntityTable, tables: readonly EntityTable[], engine: EngineName): string {
  const lines: Line[] = [
    ...table.columns.map((column) => columnLine(column, table, engine)),
    ...table.owners.map(({ name, field, references }): Line => {
      const settings = [
        `fields: [${field}]`,
        `references: [${references}]`,
        "onDelete: Cascade",
        "onUpdate: NoAction",
        ...buildMapArgument(name, table, [field], "fkey"),
      ]
      return ["user", "User", `@relation(${settings.join(", ")})`]
    }),
    ...(table.entity === "User" ? tables : [])
      .filter(({ owners }) => owners.length > 0)
      .map(({ entity }): Line => [`${lowerFirst(entity)}s`, `${entity}[]`, ""]),
  ]
  const attributes = [
    ...(table.compositeKey.length > 0 ? [`@@id(${list(table.compositeKey)})`] : []),
    ...(table.uniqueIndexes ?? []).map(
      ({ name, fields }) =>
        `@@unique(${[list(fields), ...buildMapArgument(name, table, fields, "key")].join(", ")})`,
    ),
    ...table.indexes.map(
      ({ name, fields }) =>
        `@@index(${[list(fields), ...buildMapArgument(name, table, fields, "idx")].join(", ")})`,
    ),
    ...(table.entity === table.table ? [] : [`@@map(${quoteString(table.table)})`]),
    ...(table.pgSchema === undefined ? [] : [`@@schema(${quoteString(table.pgSchema)})`]),
  ]
  const lower = table.lowerUniques.map(
    ({ name, field }) => `// Prisma cannot describe the unique index ${name} on lower(${field}): keep it.`,
  )
  const body = [...buildRestComment(table), alignLines(lines), "", ...lower, ...attributes].join("\n")
  return `model ${table.entity} {\n${indent(body)}\n}\n`
}

function columnLine(column: EntityColumn, table: EntityTable, engine: EngineName): Line {
  const { field, column: name, notNull, isPrimary } = column
  const [type, native] = prismaType(column, engine)
  const attributes = [
    isPrimary && "@id",
    ...table.uniques
      .filter((unique) => unique.field === field)
      .map((unique) => uniqueText(unique.name, table, field)),
    prismaDefault(column, engine),
    name !== field && `@map(${quoteString(name)})`,
    native && `@db.${native}`,
  ]
  return [field, notNull ? type : `${type}?`, attributes.filter(Boolean).join(" ")]
}

function uniqueText(name: string, table: EntityTable, field: string): string {
  const [map] = buildMapArgument(name, table, [field], "key")
  return map ? `@unique(${map})` : "@unique"
}

/** The name of a key, if Prisma would choose another one. */
const buildMapArgument = (
  name: string,
  table: EntityTable,
  fields: readonly string[],
  ending: string,
): string[] => (name === defaultName(table, fields, ending) ? [] : [`map: ${quoteString(name)}`])

function defaultName({ table, columns }: EntityTable, fields: readonly string[], ending: string): string {
  const names = fields.map((field) => columns.find((column) => column.field === field)?.column ?? field)
  return [table, ...names, ending].join("_")
}

/** Lines in columns, as `prisma format` writes them. */
function alignLines(lines: readonly Line[]): string {
  const width = (index: 0 | 1) => Math.max(...lines.map((line) => line[index].length))
  const [names, types] = [width(0), width(1)]
  return lines
    .map(([name, type, attributes]) => `${name.padEnd(names)} ${type.padEnd(types)} ${attributes}`.trimEnd())
    .join("\n")
}
