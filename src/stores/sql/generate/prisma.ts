import type { EngineName } from "../../../contract/presets/preset.ts"
import type { DescribedColumn, DescribedTable, NamedColumns } from "./described-table.ts"
import { prismaDefault, prismaType } from "./prisma-columns.ts"
import { indent, list, lowerFirst, quoted } from "./source-text.ts"

type Line = readonly [name: string, type: string, attributes: string]

/** The tables as models of Prisma, to be added to `schema.prisma`. */
export const prismaText = (tables: readonly DescribedTable[], engine: EngineName): string =>
  tables.map((table) => modelText(table, tables, engine)).join("\n")

function modelText(table: DescribedTable, tables: readonly DescribedTable[], engine: EngineName): string {
  const lines: Line[] = [
    ...table.columns.map((column) => columnLine(column, table, engine)),
    ...table.owners.map(({ name, field, references }): Line => {
      const map = name === defaultName(table, [field], "fkey") ? "" : `, map: ${quoted(name)}`
      const attributes = `@relation(fields: [${field}], references: [${references}], onDelete: Cascade, onUpdate: NoAction${map})`
      return ["user", "User", attributes]
    }),
    ...(table.entity === "User" ? tables : [])
      .filter(({ owners }) => owners.length > 0)
      .map(({ entity }): Line => [`${lowerFirst(entity)}s`, `${entity}[]`, ""]),
  ]
  const attributes = [
    ...(table.compositeKey.length > 0 ? [`@@id(${list(table.compositeKey)})`] : []),
    ...table.uniques.filter(({ fields }) => fields.length > 1).map(named("@@unique", table, "key")),
    ...table.indexes.map(named("@@index", table, "idx")),
    ...(table.entity === table.table ? [] : [`@@map(${quoted(table.table)})`]),
  ]
  const lower = table.lowerUniques.map(
    ({ name, field }) => `// Prisma cannot describe the unique index ${name} on lower(${field}): keep it.`,
  )
  const body = [aligned(lines), "", ...lower, ...attributes].join("\n")
  return `model ${table.entity} {\n${indent(body)}\n}\n`
}

function columnLine(column: DescribedColumn, table: DescribedTable, engine: EngineName): Line {
  const { field, column: name, notNull, isPrimary } = column
  const unique = table.uniques.find(({ fields }) => fields.length === 1 && fields[0] === field)
  const [type, native] = prismaType(column, engine)
  const attributes = [
    isPrimary && "@id",
    unique &&
      named(
        "@unique",
        table,
        "key",
      )(unique)
        .replace(/\(\[\w+\](, )?/, "(")
        .replace("()", ""),
    prismaDefault(column, engine),
    name !== field && `@map(${quoted(name)})`,
    native && `@db.${native}`,
  ]
  return [field, notNull ? type : `${type}?`, attributes.filter(Boolean).join(" ")]
}

/** An attribute over fields. The name of the key is written if Prisma would choose another one. */
const named =
  (attribute: string, table: DescribedTable, ending: string) =>
  ({ name, fields }: NamedColumns): string => {
    const map = name === defaultName(table, fields, ending) ? "" : `, map: ${quoted(name)}`
    return `${attribute}(${list(fields)}${map})`
  }

function defaultName({ table, columns }: DescribedTable, fields: readonly string[], ending: string): string {
  const names = fields.map((field) => columns.find((column) => column.field === field)?.column ?? field)
  return [table, ...names, ending].join("_")
}

/** Lines in columns, as `prisma format` writes them. */
function aligned(lines: readonly Line[]): string {
  const width = (nth: 0 | 1) => Math.max(...lines.map((line) => line[nth].length))
  const [names, types] = [width(0), width(1)]
  return lines
    .map(([name, type, attributes]) => `${name.padEnd(names)} ${type.padEnd(types)} ${attributes}`.trimEnd())
    .join("\n")
}
