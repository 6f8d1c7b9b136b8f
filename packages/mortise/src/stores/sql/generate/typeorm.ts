import type { EngineName } from "../../../schema/engine-name.ts"
import { engines } from "./engines.ts"
import type { EntityColumn, EntityTable } from "./entity-table.ts"
import { buildRestComment, indent, key, list, objectText, quoteString } from "./source-text.ts"

/** The tables as entities of TypeORM. */
export function typeormText(tables: readonly EntityTable[], engine: EngineName): string {
  const body = tables.map((table) => entityText(table, engine)).join("\n")
  const imports = [...new Set([...body.matchAll(/@(\w+)\(/g)].map(([, name = ""]) => name))].sort()
  return `import { ${imports.join(", ")} } from "typeorm"\n\n${body}`
}

function entityText(table: EntityTable, engine: EngineName): string {
  const decorators = [
    `@Entity(${[quoteString(table.table), objectText({ schema: table.pgSchema && quoteString(table.pgSchema) })].filter(Boolean).join(", ")})`,
    ...table.uniques.map(({ name, field }) =>
      engine === "sqlite"
        ? `@Index(${quoteString(name)}, ${list([quoteString(field)])}, { unique: true })`
        : `@Unique(${quoteString(name)}, ${list([quoteString(field)])})`,
    ),
    ...(table.uniqueIndexes ?? []).map(
      ({ name, fields }) =>
        `@Index(${quoteString(name)}, ${list(fields.map(quoteString))}, { unique: true })`,
    ),
    ...table.indexes.map(
      ({ name, fields }) => `@Index(${quoteString(name)}, ${list(fields.map(quoteString))})`,
    ),
    // TypeORM cannot describe an index on an expression; with `synchronize: false` it leaves the index alone.
    ...table.lowerUniques.map(({ name }) => `@Index(${quoteString(name)}, { synchronize: false })`),
  ]
  const members = [
    ...buildRestComment(table).map((line) => `${line}\n`),
    ...table.columns.map((column) => columnText(column, table, engine)),
    ...table.owners.map(({ name, field, references }) => {
      const column = table.columns.find((candidate) => candidate.field === field)?.column ?? field
      const join = {
        name: quoteString(column),
        referencedColumnName: quoteString(references),
        foreignKeyConstraintName: quoteString(name),
      }
      return `@ManyToOne(() => User, { onDelete: "CASCADE" })\n@JoinColumn(${objectText(join)})\nuser!: User\n`
    }),
  ]
  return `${decorators.join("\n")}\nexport class ${table.entity} {\n${indent(members.join("\n"))}}\n`
}

function columnText(column: EntityColumn, table: EntityTable, engine: EngineName): string {
  const { field, notNull, isPrimary, isSerial } = column
  const isKey = isPrimary || table.compositeKey.includes(field)
  const options = {
    ...(column.column !== field && { name: quoteString(column.column) }),
    type: quoteString(toColumnType(column, engine)),
    ...sizes(column.type, engine),
    ...(column.collation && { collation: quoteString(column.collation) }),
    ...(!notNull && { nullable: true }),
    ...(column.default !== undefined && { default: defaultText(column, engine) }),
    ...(isKey && engine === "postgres" && { primaryKeyConstraintName: quoteString(table.keyName) }),
  }
  const decorator = isSerial
    ? serialText(options, engine)
    : `@${isKey ? "PrimaryColumn" : "Column"}(${objectText(options)})`
  return `${decorator}\n${key(field)}!: ${valueType(column, engine)}${notNull ? "" : " | null"}\n`
}

function serialText({ type, ...options }: { readonly type: string }, engine: EngineName): string {
  if (engine === "sqlite")
    return `@PrimaryGeneratedColumn(${['"increment"', objectText(options)].filter(Boolean).join(", ")})`
  return engine === "mysql"
    ? `@PrimaryGeneratedColumn("increment", ${objectText({ ...options, type })})`
    : `@PrimaryGeneratedColumn("identity", ${objectText({ ...options, type, generatedIdentity: quoteString("BY DEFAULT") })})`
}

const toColumnType = ({ type }: EntityColumn, engine: EngineName): string => {
  const base = type.replace(/\(.*/, "")
  return engine === "mysql" && base === "boolean" ? "tinyint" : base
}

/** The size of a type, as the option that TypeORM has for it. */
function sizes(type: string, engine: EngineName): object {
  const [, size] = /\((\d+)\)/.exec(type) ?? []
  if (engine === "mysql" && type === "boolean") return { width: 1 }
  if (size === undefined) return {}
  return /^(timestamp|datetime)/.test(type) ? { precision: size } : { length: size }
}

function valueType({ type, storage }: EntityColumn, engine: EngineName): string {
  if (type.startsWith("varbinary")) return "Buffer"
  if (/^(timestamp|datetime)/.test(type)) return "Date"
  if (type === "bigint") return "string"
  if (storage === "json") return engine === "postgres" ? "unknown" : "string"
  if (type === "boolean") return engine === "mysql" ? "number" : "boolean"
  return ["real", "integer", "double", "double precision"].includes(type) ? "number" : "string"
}

/** A default that TypeORM reads back from the database as it wrote it. A function returns SQL. */
function defaultText({ default: value = null, storage }: EntityColumn, engine: EngineName): string {
  const { dialect, literal } = engines[engine]
  const isPostgres = engine === "postgres"
  if (storage === "integer" || (isPostgres && (storage === "boolean" || storage === "json")))
    return JSON.stringify(value)
  if (isPostgres && value instanceof Date) return `() => ${quoteString(`'${asPostgresWrites(value)}'`)}`
  const encoded = typeof value === "number" ? value : dialect.encode(storage, value)
  const isPlain = storage === "boolean" || (storage === "text" && !/['\\]/.test(String(value)))
  return isPlain ? JSON.stringify(encoded) : `() => ${quoteString(literal(encoded))}`
}

/** A date as PostgreSQL writes it in UTC: `2020-01-02 03:04:05.67+00`. */
const asPostgresWrites = (date: Date): string =>
  date
    .toISOString()
    .replace("T", " ")
    .replace(/\.?0*Z$/, "+00")
