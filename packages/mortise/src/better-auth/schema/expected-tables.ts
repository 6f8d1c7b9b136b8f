import type { Dialect } from "../../sql/dialect.ts"
import type { Literal } from "../../sql/tables/create-table.ts"
import type {
  AuthColumn,
  AuthForeignKey,
  AuthIndex,
  AuthSchema,
  AuthTable,
  IdMode,
  SchemaField,
  SchemaTable,
} from "./auth-table.ts"
import { columnType } from "./column-types.ts"
import { listIndexes } from "./expected-indexes.ts"

/** What the tables depend on besides Better Auth's options. */
export type TableContext = {
  readonly dialect: Dialect
  readonly literal: Literal
  readonly ids: IdMode
}

/** The tables that Better Auth needs, each after the tables that it refers to. */
export function expectedTables(schema: AuthSchema, context: TableContext): AuthTable[] {
  const merged = mergeByName(schema)
  const tables = [...merged].map(([model, table]) => expectedTable(model, table, merged, context))
  return inOrder(tables)
}

/** How ids are made, by Better Auth's options. */
export function toIdMode(generateId: unknown): IdMode {
  if (generateId === "serial" || generateId === "uuid") return generateId
  return typeof generateId === "function" ? "long-text" : "text"
}

type Tables = ReadonlyMap<string, SchemaTable>

/** Plugins may add fields to a table under another key. */
function mergeByName(schema: AuthSchema): Tables {
  const merged = new Map<string, SchemaTable>()
  for (const [key, table] of Object.entries(schema)) {
    const [model, existing] = [...merged].find(
      ([, candidate]) => candidate.modelName === table.modelName,
    ) ?? [key]
    merged.set(
      model,
      existing
        ? {
            ...existing,
            fields: { ...existing.fields, ...table.fields },
            indexes: [...(existing.indexes ?? []), ...(table.indexes ?? [])],
          }
        : table,
    )
  }
  return new Map([...merged].filter(([, { disableMigrations }]) => !disableMigrations))
}

function expectedTable(model: string, table: SchemaTable, all: Tables, context: TableContext): AuthTable {
  const fields = Object.entries(table.fields).filter(([field]) => field !== "id")
  const foreignKeys = fields.flatMap(([field, definition]) =>
    toForeignKeys(columnName(field, definition), definition, all),
  )
  const indexes = listIndexes(model, table, foreignKeys)
  const id = idColumn(model, table, context)
  return {
    model,
    table: table.modelName,
    columns: [
      id,
      ...fields.map(([field, definition]) => buildColumn(model, field, definition, indexes, context)),
    ],
    primaryKey: [id.column],
    indexes,
    foreignKeys,
  }
}

const columnName = (field: string, { fieldName }: Pick<SchemaField, "fieldName">): string =>
  fieldName || field

const idColumn = (model: string, { fields }: SchemaTable, { dialect, ids }: TableContext): AuthColumn => ({
  field: "id",
  kind: "id",
  notNull: true,
  inKey: true,
  isTimestamp: false,
  column: columnName("id", fields.id ?? {}),
  type: columnType(dialect, {
    kind: "id",
    ids: isHashed(model, ids) ? "long-text" : ids,
    isPrimary: true,
  }),
  ...(isHashed(model, ids) && { length: hashLength }),
})

// Better Auth reserves a verification value under the hash of its identifier, which is longer than other ids.
const hashLength = 43
const isHashed = (model: string, ids: IdMode): boolean => model === "verification" && ids === "text"

function buildColumn(
  model: string,
  field: string,
  definition: SchemaField,
  indexes: readonly AuthIndex[],
  { dialect, literal, ids }: TableContext,
): AuthColumn {
  const { required, references, sortable, bigint, defaultValue, type } = definition
  const column = columnName(field, definition)
  const kind = references?.field === "id" ? "id" : toKind(type)
  const columnIndexes = indexes.filter(({ columns }) => columns.includes(column))
  const inKey = kind === "id" || columnIndexes.some(({ isUnique }) => isUnique) || isLookup(model, field)
  const isTimestamp = kind === "date" && typeof defaultValue === "function"
  const byDefault = defaultText(definition, kind, { dialect, literal })
  return {
    field,
    column,
    kind,
    inKey,
    isTimestamp,
    notNull: required !== false,
    type: columnType(dialect, {
      kind,
      ids,
      isPrimary: false,
      inKey,
      isIndexed: columnIndexes.length > 0,
      isSortable: sortable === true,
      isBigint: bigint === true,
      length: Math.min(255, ...columnIndexes.map(({ columns }) => Math.floor(768 / columns.length))),
    }),
    ...(byDefault !== undefined && { default: byDefault }),
  }
}

// Found by a value that a caller sends, although it is not unique.
const isLookup = (model: string, field: string): boolean => model === "verification" && field === "identifier"

function toKind(type: SchemaField["type"]): AuthColumn["kind"] {
  if (type === "number" || type === "boolean" || type === "date" || type === "json") return type
  return type === "string[]" || type === "number[]" ? "json" : "text"
}

/** The default of a field as SQL. Better Auth calls functions itself, except for the current time. */
function defaultText(
  { defaultValue, unique, required }: SchemaField,
  kind: AuthColumn["kind"],
  { dialect, literal }: Pick<TableContext, "dialect" | "literal">,
): string | undefined {
  if (kind === "date" && typeof defaultValue === "function") return currentTimes[dialect.family]
  if (unique && required === false) return undefined
  if (kind === "boolean" && typeof defaultValue === "boolean")
    return literal(dialect.family === "sqlite" ? Number(defaultValue) : defaultValue)
  const isConstant =
    (kind === "text" && typeof defaultValue === "string") ||
    (kind === "number" && typeof defaultValue === "number")
  return isConstant ? literal(defaultValue as string | number) : undefined
}

// SQLite cannot add a column with a default that is not constant.
const currentTimes: Partial<Record<string, string>> = {
  postgres: "CURRENT_TIMESTAMP",
  mysql: "(UTC_TIMESTAMP(3))",
}

function toForeignKeys(column: string, { references }: SchemaField, all: Tables): AuthForeignKey[] {
  const owner = references && all.get(references.model)
  if (!owner) return []
  return [
    {
      column,
      table: owner.modelName,
      references: columnName(references.field, owner.fields[references.field] ?? {}),
      onDelete: references.onDelete ?? "cascade",
    },
  ]
}

/** Each table after the tables that it refers to. */
function inOrder(tables: readonly AuthTable[]): AuthTable[] {
  const ordered = new Set<AuthTable>()
  const visited = new Set<AuthTable>()
  const visit = (table: AuthTable): void => {
    if (visited.has(table)) return
    visited.add(table)
    for (const { table: owner } of table.foreignKeys)
      for (const candidate of tables) if (candidate.table === owner) visit(candidate)
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered]
}
