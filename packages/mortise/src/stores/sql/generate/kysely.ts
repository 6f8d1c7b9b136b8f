import type { EngineName } from "../../../schema/engine-name.ts"
import { tableTitle } from "../compile/tables.ts"
import type { EntityColumn, EntityTable } from "./entity-table.ts"
import { buildRestComment, indent, key, quoteString } from "./source-text.ts"

/** What Kysely returns for a column, and what it takes if that differs. */
type Types = readonly [selected: string, inserted?: string]

// What pg returns for a bigint is text, because a number would lose digits.
function onPostgres({ type }: EntityColumn): Types {
  if (type.startsWith("timestamp")) return ["Date"]
  const types: Partial<Record<string, Types>> = {
    bigint: ["string", "string | number | bigint"],
    "double precision": ["number"],
    boolean: ["boolean"],
    jsonb: ["unknown", "string"],
  }
  return types[type] ?? ["string"]
}

// mysql2 returns the bytes of a key as a Buffer, and a boolean as 0 or 1.
function onMysql({ type }: EntityColumn): Types {
  if (type.startsWith("datetime")) return ["Date"]
  if (type.startsWith("varbinary")) return ["Buffer", "string | Buffer"]
  const types: Partial<Record<string, Types>> = {
    bigint: ["number"],
    double: ["number"],
    boolean: ["number", "number | boolean"],
  }
  return types[type] ?? ["string"]
}

const onSqlite = ({ type }: EntityColumn): Types => [type === "text" ? "string" : "number"]

const typesOn: Readonly<Record<EngineName, (column: EntityColumn) => Types>> = {
  postgres: onPostgres,
  mysql: onMysql,
  sqlite: onSqlite,
}

/** The tables as types of Kysely. */
export function kyselyText(tables: readonly EntityTable[], engine: EngineName): string {
  const interfaces = tables.map((table) => {
    const members = table.columns.map((column) => `${key(column.column)}: ${typeText(column, engine)}`)
    return block(`${table.entity}Table`, [...buildRestComment(table), ...members])
  })
  const database = block(
    "Database",
    tables.map((table) => `${key(tableTitle(table, table))}: ${table.entity}Table`),
  )
  const body = [database, ...interfaces].join("\n")
  const used = ["ColumnType", "Generated"].filter((name) => body.includes(`${name}<`))
  return `${used.length > 0 ? `import type { ${used.join(", ")} } from "kysely"\n\n` : ""}${body}`
}

const block = (name: string, members: readonly string[]): string =>
  `export interface ${name} {\n${indent(members.join("\n"))}\n}\n`

function typeText(column: EntityColumn, engine: EngineName): string {
  const { notNull, isSerial, oneOf } = column
  const [selected, inserted] = typesOn[engine](column)
  const isOptional = isSerial || column.default !== undefined
  if (inserted) {
    const types = [orNull(selected, notNull), orNull(inserted, notNull) + (isOptional ? " | undefined" : "")]
    return `ColumnType<${types.join(", ")}, ${orNull(inserted, notNull)}>`
  }
  const narrowed = oneOf ? oneOf.map(quoteString).join(" | ") : selected
  return isOptional ? `Generated<${narrowed}>` : orNull(narrowed, notNull)
}

const orNull = (type: string, notNull: boolean): string => (notNull ? type : `${type} | null`)
