import { groupNamed, groupRows, type Rows } from "../../../introspection/catalog-rows.ts"
import type { FoundForeignKey, FoundIndex, FoundTable } from "../../../introspection/found-table.ts"
import type { Ask } from "../../../introspection/introspection.ts"

const places = (names: readonly string[]): string => names.map(() => "?").join(", ")

const queries = {
  columns: (names: readonly string[]) =>
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${places(names)}) ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  indexes: (names: readonly string[]) =>
    `SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, SUB_PART, COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${places(names)}) ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
  foreignKeys: (names: readonly string[]) =>
    `SELECT k.TABLE_NAME, k.CONSTRAINT_NAME, k.REFERENCED_TABLE_NAME, k.COLUMN_NAME, k.REFERENCED_COLUMN_NAME, r.DELETE_RULE FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME WHERE k.TABLE_SCHEMA = DATABASE() AND k.TABLE_NAME IN (${places(names)}) ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`,
}

export const foldName = (name: string): string => name.toLowerCase()

/** Reads tables by name from `information_schema`. */
export async function readTables(ask: Ask, names: readonly string[]): Promise<FoundTable[]> {
  const [setting] = await ask("SELECT @@lower_case_table_names")
  const isFolded = Number(setting?.[0]) !== 0
  const columns = await ask(queries.columns(names), names)
  const indexes = await ask(queries.indexes(names), names)
  const foreignKeys = await ask(queries.foreignKeys(names), names)
  return groupRows(columns)
    .filter(([table]) => isFolded || names.includes(table))
    .map(([table, rows]) => ({
      table,
      columns: rows.map(([name, type, isNullable, byDefault, extra, collation]) => ({
        name: String(name),
        type: String(type),
        definition: collation === null ? String(type) : `${type} COLLATE ${collation}`,
        notNull: isNullable === "NO",
        // MariaDB reports a default of null as the word NULL.
        hasDefault:
          (byDefault !== null && byDefault !== "NULL") || /auto_increment|generated/i.test(String(extra)),
        hasFoldingCollation: collation !== null && !isExact.test(String(collation)),
      })),
      indexes: groupRows(groupNamed(indexes, table)).map(foundIndex),
      lowerUniques: [],
      foreignKeys: groupRows(groupNamed(foreignKeys, table)).map(foundForeignKey),
      definitions: [],
    }))
}

// Even a binary collation ignores trailing spaces, except the NO PAD ones.
const isExact = /^binary$|_nopad_bin$|_0900_bin$/

const foundIndex = ([name, parts]: [string, Rows]): FoundIndex => ({
  name,
  columns: parts.every(([, part, column]) => part === null && column !== null)
    ? parts.map(([, , column]) => String(column))
    : [],
  isUnique: parts.every(([isNotUnique]) => Number(isNotUnique) === 0),
})

const foundForeignKey = ([name, parts]: [string, Rows]): FoundForeignKey => ({
  name,
  columns: parts.map(([, column]) => String(column)),
  table: String(parts[0]?.[0]),
  references: parts.map(([, , column]) => String(column)),
  cascades: parts[0]?.[3] === "CASCADE",
})
