import { groupNamed, groupRows, numberedColumns, type Rows } from "../../../introspection/catalog-rows.ts"
import type {
  FoundColumn,
  FoundForeignKey,
  FoundIndex,
  FoundTable,
} from "../../../introspection/found-table.ts"
import type { Ask } from "../../../introspection/introspection.ts"
import { type ColumnText, readTableText, type TableText, unquoteName } from "./table-text.ts"

/** SQLite ignores the case of ASCII letters in names. */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const tables = (count: number): string =>
  `m.type = 'table' AND lower(m.name) IN (${Array(count).fill("?").join(", ")})`

const queries = {
  columns: (count: number) =>
    `SELECT ${numberedColumns("m.name", "p.name", "p.type", `p."notnull"`, "p.dflt_value", "p.pk", "p.hidden")} FROM sqlite_master m, pragma_table_xinfo(m.name) p WHERE ${tables(count)} ORDER BY p.cid`,
  indexes: (count: number) =>
    `SELECT ${numberedColumns("m.name", "i.name", `i."unique"`, "i.partial", "x.name", "x.coll")} FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_xinfo(i.name) x WHERE ${tables(count)} AND x.key = 1 ORDER BY i.seq, x.seqno`,
  foreignKeys: (count: number) =>
    `SELECT ${numberedColumns("m.name", "f.id", `f."table"`, `f."from"`, `f."to"`, "f.on_delete")} FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE ${tables(count)} ORDER BY f.id, f.seq`,
  // The table first, then its indexes and triggers. Keys that are part of the table have no statement.
  texts: (count: number) =>
    `SELECT ${numberedColumns("m.name", "h.sql")} FROM sqlite_master m JOIN sqlite_master h ON h.tbl_name = m.name COLLATE NOCASE WHERE ${tables(count)} AND h.sql IS NOT NULL ORDER BY h.type <> 'table', h.rowid`,
}

/** Reads tables by name from `sqlite_master` and its pragmas. */
export async function readTables(ask: Ask, names: readonly string[]): Promise<FoundTable[]> {
  const folded = names.map(foldName)
  const columns = await ask(queries.columns(names.length), folded)
  const indexes = await ask(queries.indexes(names.length), folded)
  const foreignKeys = await ask(queries.foreignKeys(names.length), folded)
  const texts = await ask(queries.texts(names.length), folded)
  return groupRows(columns).map(([table, rows]) => {
    const statements = groupNamed(texts, table).map(([text]) => String(text))
    const text = readTableText(statements[0] ?? "")
    const rowId = findRowId(rows, text)
    return {
      table,
      columns: rows.map((row) => foundColumn(row, text, rowId)),
      indexes: [
        ...groupRows(groupNamed(indexes, table)).map((index) => foundIndex(index, text)),
        ...(rowId === undefined ? [] : [{ name: "", columns: [rowId], isUnique: true }]),
      ],
      lowerUniques: statements.flatMap((statement) => lowerColumn(statement) ?? []),
      foreignKeys: groupRows(groupNamed(foreignKeys, table)).map((key) => foundForeignKey(key, columns)),
      definitions: statements,
    }
  })
}

/** The column that is an alias of the rowid, which SQLite generates and keeps unique without an index. */
function findRowId(columns: Rows, { options }: TableText): string | undefined {
  const key = columns.filter(([, , , , place]) => Number(place) > 0)
  const [name, type] = key[0] ?? []
  const isRowId = key.length === 1 && /^INTEGER$/i.test(String(type)) && !/WITHOUT\s+ROWID/i.test(options)
  return isRowId ? String(name) : undefined
}

function foundColumn(
  [name, type, notNull, byDefault, , hidden]: readonly unknown[],
  text: TableText,
  rowId: string | undefined,
): FoundColumn {
  const isRowId = name === rowId
  return {
    name: String(name),
    type: String(type),
    definition: String(type),
    notNull: Number(notNull) === 1 || isRowId,
    hasDefault:
      isRowId || Number(hidden) !== 0 || (byDefault !== null && foldName(String(byDefault)) !== "null"),
    hasFoldingCollation: readCollation(text, String(name)) !== "BINARY",
  }
}

function foundIndex([name, parts]: [string, Rows], text: TableText): FoundIndex {
  const isWhole = parts.every(
    ([, partial, column, collation]) =>
      Number(partial) === 0 &&
      column !== null &&
      String(collation).toUpperCase() === readCollation(text, String(column)),
  )
  return {
    name,
    columns: isWhole ? parts.map(([, , column]) => String(column)) : [],
    isUnique: parts.every(([unique]) => Number(unique) === 1),
  }
}

/** The column of a unique index on `lower(email)`. */
function lowerColumn(statement: string): string | undefined {
  const indexed = /^CREATE\s+UNIQUE\s+INDEX\s[\s\S]*\(\s*lower\s*\(\s*([^()]+?)\s*\)\s*\)\s*$/i
  const column = indexed.exec(statement)?.[1]
  return column === undefined ? undefined : unquoteName(column)
}

function foundForeignKey([name, parts]: [string, Rows], columns: Rows): FoundForeignKey {
  const [table, , , onDelete] = parts[0] ?? []
  const primary = columns.filter(
    ([owner, , , , , place]) => foldName(String(owner)) === foldName(String(table)) && Number(place) > 0,
  )
  return {
    name,
    columns: parts.map(([, from]) => String(from)),
    table: String(table),
    // A foreign key without columns refers to the primary key.
    references: parts.map(([, , to], index) => String(to ?? primary[index]?.[1])),
    cascades: onDelete === "CASCADE",
  }
}

function readCollation({ columns }: TableText, name: string): string {
  const column: ColumnText | undefined = columns.find(
    (candidate) => foldName(candidate.name) === foldName(name),
  )
  const clause = column?.clauses.findLast(({ kind }) => kind === "COLLATE")
  return unquoteName(clause?.text.split(/\s+/).at(-1) ?? "BINARY").toUpperCase()
}
