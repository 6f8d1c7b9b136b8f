import type { FoundColumn } from "../../sql/introspection/found-table.ts"
import { findFoundColumn, fitType } from "../../sql/introspection/referenced-column.ts"
import {
  addColumnTexts,
  addForeignKey,
  changeNull,
  changeType,
  createIndex,
  createTableTexts,
} from "../schema/auth-statements.ts"
import type { AuthColumn, AuthIndex, AuthTable } from "../schema/auth-table.ts"
import type { AuthDrift } from "../schema/compare-tables.ts"
import type { AuthTables, TableState } from "./auth-tables.ts"

/** How a difference is fixed. */
export type AuthFix = {
  /** `migrate` adds; what could change values is left to a person. */
  readonly by: "migrate" | "hand"
  readonly statements: readonly string[]
  readonly advice: string
}

/** The fix of a difference that no row prevents; undefined if the fix of another difference includes it. */
export function fixFor(opened: AuthTables, state: TableState, drift: AuthDrift): AuthFix | undefined {
  const { dialect } = opened
  const { table, existingTable } = state
  if (!existingTable || drift.code === "missing_table")
    return fixByMigrate(...createTableTexts(fitReferences(opened, state), dialect))
  switch (drift.code) {
    case "missing_column": {
      const fitting = fitReferences(opened, state).columns.find(({ field }) => field === drift.column.field)
      const foreignKey = table.foreignKeys.find(({ column }) => column === drift.column.column)
      const { notNull } = drift.column
      const added = { ...(fitting ?? drift.column), notNull }
      return fixByMigrate(...addColumnTexts(table.table, added, foreignKey, dialect))
    }
    case "missing_key":
    case "missing_index": {
      const { columns } = drift
      const index = table.indexes.find((candidate) => candidate.columns === columns) ?? {
        columns,
        isUnique: true,
      }
      const taken = existingTable.indexes.map(({ name }) => name)
      return fixByMigrate(
        ...shortenedColumns(opened, state, index).flatMap(([column, existing]) =>
          changeType(table.table, column, existing, dialect),
        ),
        createIndex(table.table, index, dialect, taken),
      )
    }
    case "missing_foreign_key":
      return fixForeignKey(opened, state, drift.foreignKey)
    case "folding_collation":
      return drift.column.kind === "id"
        ? byHand([], "Fix: give it a binary collation, together with the columns that refer to it.")
        : byHand(changeType(table.table, drift.column, drift.existing, dialect))
    case "nullable_column":
      return byHand([], "Fix: when no older process inserts rows any more, run migrate with contract.")
    case "missing_cascade":
      return byHand([], "Fix: create the foreign key again with ON DELETE CASCADE.")
    case "unfilled_column":
      return byHand(
        changeNull(table.table, drift.existing, false, dialect),
        "Fix: let it be null, give it a default, or declare it in additionalFields.",
      )
    default:
      // A longer id changes no value.
      if (drift.code === "short_column" && drift.column.kind === "id")
        return fixByMigrate(...changeType(table.table, drift.column, drift.existing, dialect))
      return byHand(
        drift.column.kind === "date" ? changeType(table.table, drift.column, drift.existing, dialect) : [],
        drift.fault.advice,
      )
  }
}

const fixByMigrate = (...statements: string[]): AuthFix => ({
  by: "migrate",
  statements,
  advice: "Fix: run migrate.",
})

const byHand = (statements: readonly string[], advice?: string): AuthFix => ({
  by: "hand",
  statements,
  advice:
    advice ??
    (statements.length > 0
      ? "Fix: run the statements in fix, in order, on one connection."
      : "Fix: change the column in a migration of your own, which knows the values that it holds."),
})

function fixForeignKey(
  { introspection, dialect }: AuthTables,
  { table, existingTable, existing }: TableState,
  foreignKey: AuthTable["foreignKeys"][number],
): AuthFix | undefined {
  const { canReference, canAdd } = introspection
  const column = findFoundColumn(introspection, existing, table.table, foreignKey.column)
  // SQLite adds a column together with its foreign key.
  if (!column && !canAdd.foreignKey) return undefined
  if (!existingTable || !canAdd.foreignKey)
    return byHand(
      [],
      "Fix: SQLite adds a foreign key only to a new table. Copy the rows into one that has it.",
    )
  const referenced = findFoundColumn(introspection, existing, foreignKey.table, foreignKey.references)
  if (column && referenced && !canReference(column, referenced))
    return byHand([], `Fix: give both columns the same type and collation, then run migrate.`)
  return fixByMigrate(addForeignKey(existingTable, foreignKey, dialect))
}

/** A table whose new columns fit the existing columns that they refer to. */
function fitReferences({ introspection }: AuthTables, { table, existing }: TableState): AuthTable {
  const toColumnType = ({ column, type }: AuthColumn): string => {
    const key = table.foreignKeys.find((foreignKey) => foreignKey.column === column)
    const referenced = key && findFoundColumn(introspection, existing, key.table, key.references)
    return referenced ? fitType(introspection, type, referenced) : type
  }
  return { ...table, columns: table.columns.map((column) => ({ ...column, type: toColumnType(column) })) }
}

/** Columns that MySQL cannot index, or whose collation would refuse different values: they get another type first. */
function shortenedColumns(
  { dialect, introspection }: AuthTables,
  { table, existing: tables }: TableState,
  { columns, isUnique }: AuthIndex,
): [column: AuthColumn, existing: FoundColumn][] {
  if (dialect.family !== "mysql") return []
  return columns.flatMap((name) => {
    const column = table.columns.find((candidate) => candidate.column === name)
    const existing = findFoundColumn(introspection, tables, table.table, name)
    if (column?.kind !== "text" || !existing) return []
    const isLong = /(text|blob)$/i.test(existing.type)
    return isLong || (isUnique && existing.hasFoldingCollation) ? [[column, existing]] : []
  })
}

/** How many rows hold a value that is too long for an index of MySQL. */
export async function countTooLong(opened: AuthTables, state: TableState, index: AuthIndex): Promise<number> {
  const { quote } = opened.dialect
  let rows = 0
  for (const [{ column, type }] of shortenedColumns(opened, state, index)) {
    const length = Number(/^varchar\((\d+)\)/.exec(type)?.[1])
    const text = `SELECT COUNT(*) FROM ${opened.dialect.quoteTable(state.table.table)} WHERE CHAR_LENGTH(${quote(column)}) > ${length}`
    rows += Number((await opened.ask(text))[0]?.[0])
  }
  return rows
}
