import type { Schema } from "../../../contract/schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { indexName } from "../../../sql/tables/create-table.ts"
import { tableTitle } from "../compile/tables.ts"
import type { Finding } from "../migrate/inspect.ts"
import { drizzleText } from "./drizzle.ts"
import { type EntityTable, toEntityTables } from "./entity-table.ts"
import { kyselyText } from "./kysely.ts"
import { prismaText } from "./prisma.ts"
import { typeormText } from "./typeorm.ts"

/** What a finding says about a part of a table. */
export type MissingPart = Pick<Finding, "code" | "table" | "column" | "columns" | "fix">

/** What a database lacks, in an ORM's language, or in words if the ORM has no schema to write. */
export function missingText(
  schema: Schema,
  orm: string,
  engine: EngineName,
  parts: readonly MissingPart[],
): string {
  const tables = toEntityTables(schema, engine).flatMap((table) => pickMissingPart(table, parts) ?? [])
  if (tables.length === 0) return ""
  const languages: Partial<Record<string, () => string>> = {
    Drizzle: () => drizzleText(tables, engine),
    Prisma: () => `${prismaText(tables, engine)}${emailIndexes("Prisma", parts)}`,
    TypeORM: () => `${typeormText(tables, engine)}${emailIndexes("TypeORM", parts)}`,
    Kysely: () => kyselyParts(tables, engine),
  }
  return (languages[orm]?.() ?? tables.map(tableInWords).join("")).trimEnd()
}

/** Whether a finding is about the schema of tables, and not about rows or settings. */
export const isMissingPart = ({ code }: MissingPart): boolean => wholeCodes.has(code) || columnCodes.has(code)

const wholeCodes: ReadonlySet<string> = new Set([
  "missing_table",
  "missing_key",
  "missing_index",
  "missing_email_index",
  "missing_foreign_key",
  "missing_cascade",
])

const columnCodes: ReadonlySet<string> = new Set([
  "missing_column",
  "nullable_column",
  "folding_collation",
  "wrong_type",
  "missing_time_zone",
  "small_number",
  "short_column",
])

/** The part of a table that is missing; undefined if nothing is. */
function pickMissingPart(table: EntityTable, all: readonly MissingPart[]): EntityTable | undefined {
  const tableParts = all.filter((part) => part.table === table.table && isMissingPart(part))
  if (tableParts.length === 0) return undefined
  if (tableParts.some(({ code }) => code === "missing_table")) return table
  const findColumnName = (field: string) =>
    table.columns.find((candidate) => candidate.field === field)?.column ?? field
  const isAbout = (codes: readonly string[], fields: readonly string[]) =>
    tableParts.some(
      ({ code, column, columns = [column] }) =>
        codes.includes(code) && columns.join("\n") === fields.map(findColumnName).join("\n"),
    )
  const keys = [table.compositeKey, ...table.columns.map(({ field }) => [field])]
  return {
    ...table,
    isPart: true,
    columns: table.columns.filter(({ field }) => isAbout([...columnCodes], [field])),
    compositeKey: [],
    uniques: [],
    uniqueIndexes: keys
      .filter((fields) => isAbout(["missing_key"], fields))
      .map((fields) => ({
        name: indexName(table.table, fields.map(findColumnName), { isUnique: true }),
        fields,
      })),
    indexes: table.indexes.filter(({ fields }) => isAbout(["missing_index"], fields)),
    owners: table.owners.filter(({ field }) => isAbout(["missing_foreign_key", "missing_cascade"], [field])),
    lowerUniques: table.lowerUniques.filter(({ field }) => isAbout(["missing_email_index"], [field])),
  }
}

/** Kysely describes types only. */
function kyselyParts(tables: readonly EntityTable[], engine: EngineName): string {
  const typed = tables.filter(({ columns }) => columns.length > 0)
  const types = typed.length > 0 ? `${kyselyText(typed, engine)}\n` : ""
  return `${types}${tables.map(keysInWords).join("")}`
}

const emailIndexes = (orm: string, parts: readonly MissingPart[]): string =>
  parts
    .filter(({ code }) => code === "missing_email_index")
    .flatMap(({ fix = [] }) => fix)
    .map((statement) => `\n// ${orm} cannot describe this index. Write it into a migration: ${statement};\n`)
    .join("")

/** A table in words: its columns and keys, one per line. */
const tableInWords = (table: EntityTable): string =>
  block(table, [...table.columns.map(columnInWords), ...keyLines(table)])

/** The keys of a table in words; empty if it has none. */
const keysInWords = (table: EntityTable): string => {
  const lines = keyLines(table)
  return lines.length > 0 ? block(table, lines) : ""
}

const block = (table: EntityTable, lines: readonly string[]): string =>
  [
    `${table.isPart ? "table" : "new table"} ${tableTitle(table, table)}`,
    ...lines.map((line) => `  ${line}`),
    "",
  ].join("\n")

const columnInWords = ({ column, type, notNull }: EntityTable["columns"][number]): string =>
  `column ${column}: ${type}${notNull ? ", not null" : ""}`

function keyLines(table: EntityTable): string[] {
  const findColumnName = (field: string) =>
    table.columns.find((candidate) => candidate.field === field)?.column ?? field
  const names = (fields: readonly string[]) => fields.map(findColumnName).join(", ")
  const primary = table.columns.filter(({ isPrimary }) => isPrimary).map(({ field }) => field)
  return [
    ...[primary, table.compositeKey]
      .filter((fields) => fields.length > 0)
      .map((fields) => `primary key: ${names(fields)}`),
    ...(table.uniqueIndexes ?? []).map(({ fields }) => `unique key: ${names(fields)}`),
    ...table.uniques.map(({ field }) => `unique key: ${names([field])}`),
    ...table.lowerUniques.map(({ field }) => `unique index: ${names([field])} in lower case`),
    ...table.indexes.map(({ fields }) => `index: ${names(fields)}`),
    ...table.owners.map(
      ({ field, references }) =>
        `foreign key: ${names([field])}, to ${references} of the users table, on delete cascade`,
    ),
  ]
}
