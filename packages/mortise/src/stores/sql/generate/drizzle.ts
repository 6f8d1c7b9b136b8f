import type { EngineName } from "../../../schema/engine-name.ts"
import { columnText } from "./drizzle-columns.ts"
import type { EntityTable } from "./entity-table.ts"
import { buildRestComment, indent, key, list, lowerFirst, member, quoteString } from "./source-text.ts"

const packages: Readonly<Record<EngineName, readonly [table: string, module: string]>> = {
  postgres: ["pgTable", "drizzle-orm/pg-core"],
  mysql: ["mysqlTable", "drizzle-orm/mysql-core"],
  sqlite: ["sqliteTable", "drizzle-orm/sqlite-core"],
}

const jsonText = `
const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => "longtext",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
})
`

/** The variable of a table: `verificationTokens`. */
const variable = (entity: string): string => `${lowerFirst(entity)}s`

/** The tables as a schema of Drizzle. */
export function drizzleText(tables: readonly EntityTable[], engine: EngineName): string {
  const [builder, module] = packages[engine]
  const pgSchema = tables[0]?.pgSchema ?? "public"
  // Drizzle refuses to name the schema public.
  const isPublic = pgSchema === "public"
  const maker = isPublic ? builder : "authSchema.table"
  const body = tables.map((table) => tableText(table, engine, maker)).join("\n")
  const helpers = [
    body.includes("jsonText(") ? jsonText : "",
    // Exported, because drizzle-kit otherwise does not create it.
    isPublic ? "" : `\nexport const authSchema = pgSchema(${quoteString(pgSchema)})\n`,
  ].join("")
  const imports = new Set(calledIn(`${body}${helpers}`))
  imports.delete("jsonText")
  const fromRoot = imports.delete("sql") ? 'import { sql } from "drizzle-orm"\n' : ""
  return `${fromRoot}import { ${[...imports].sort().join(", ")} } from ${quoteString(module)}\n${helpers}\n${body}`
}

/** The functions that a text calls, except in its strings: SQL has functions too. */
const calledIn = (text: string): string[] =>
  [...text.replace(/(["`])(\\.|(?!\1).)*\1/gs, "$1").matchAll(/(?<![\w.$])([a-z]\w*)[(<`]/g)].map(
    ([, name = ""]) => name,
  )

function tableText(table: EntityTable, engine: EngineName, maker: string): string {
  const findUniqueName = (field: string) => table.uniques.find((unique) => unique.field === field)?.name
  const columns = [
    ...buildRestComment(table),
    ...table.columns.map(
      (column) => `${key(column.field)}: ${columnText(column, engine, findUniqueName(column.field))},`,
    ),
  ]
  const constraints = constraintTexts(table)
  const name = quoteString(table.table)
  const opening = `export const ${variable(table.entity)} = ${maker}(`
  if (constraints.length === 0) return `${opening}${name}, {\n${indent(columns.join("\n"))}\n})\n`
  const fields = `{\n${indent(columns.join("\n"))}\n},`
  const extra = `(table) => [\n${indent(constraints.map((text) => `${text},`).join("\n"))}\n],`
  return `${opening}\n${indent([`${name},`, fields, extra].join("\n"))}\n)\n`
}

function constraintTexts(table: EntityTable): string[] {
  const { keyName, compositeKey, indexes, uniqueIndexes = [], owners, lowerUniques } = table
  const columns = (fields: readonly string[]) => fields.map((field) => member("table", field))
  return [
    ...(compositeKey.length > 0
      ? [`primaryKey({ name: ${quoteString(keyName)}, columns: ${list(columns(compositeKey))} })`]
      : []),
    ...lowerUniques.map(
      ({ name, field }) =>
        `uniqueIndex(${quoteString(name)}).on(sql\`lower(\${${member("table", field)}})\`)`,
    ),
    ...uniqueIndexes.map(
      ({ name, fields }) => `uniqueIndex(${quoteString(name)}).on(${columns(fields).join(", ")})`,
    ),
    ...indexes.map(({ name, fields }) => `index(${quoteString(name)}).on(${columns(fields).join(", ")})`),
    ...owners.map(
      ({ name, field, references }) =>
        `foreignKey({ name: ${quoteString(name)}, columns: ${list(columns([field]))}, foreignColumns: ${list([member("users", references)])} }).onDelete("cascade")`,
    ),
  ]
}
