import type { Awaitable } from "../../shared/awaitable.ts"
import type { Driver } from "../../sql/driver.ts"
import type { Column } from "../columns.ts"
import type { Table } from "../tables.ts"
import { newQuery, type Row, runStep, selection, toRow, toRowCount, toStep } from "./query.ts"
import { buildConditions } from "./where.ts"

/** A relation that is read together with a row. */
export type Join = {
  /** The member of the row that gets the joined rows. */
  readonly key: string
  readonly table: Table
  /** The column of the row, and the column of the joined table that equals it. */
  readonly from: Column
  readonly to: Column
  readonly limit: number
  readonly isMany: boolean
}

export function joinColumns(joins: readonly Join[], from: number): string {
  let at = from
  return joins
    .map(({ table }, index) => {
      const text = `, ${selection(table.columns, at, `j${index}.`)}`
      at += table.columns.length
      return text
    })
    .join("")
}

export const leftJoins = (joins: readonly Join[]): string =>
  joins
    .map(
      ({ table, from, to }, index) =>
        ` LEFT JOIN ${table.quoted} j${index} ON ${[...sameTenant(table, `j${index}`), `j${index}.${to.quoted} = p.${from.quoted}`].join(" AND ")}`,
    )
    .join("")

const sameTenant = ({ tenant }: Table, joined: string): string[] =>
  tenant ? [`${joined}.${tenant.quoted} = p.${tenant.quoted}`] : []

/** Adds the rows of relations to many, read by one statement for each relation. */
async function withRows(driver: Driver, joins: readonly Join[], rows: Row[]): Promise<Row[]> {
  for (const join of joins) {
    const byKey = await rowsByKey(driver, join, rows)
    for (const row of rows) row[join.key] = byKey.get(String(row[join.from.column])) ?? []
  }
  return rows
}

export const withJoined = (driver: Driver, joins: readonly Join[], rows: Row[]): Awaitable<Row[]> =>
  joins.length === 0 || rows.length === 0 ? rows : withRows(driver, joins, rows)

async function rowsByKey(
  driver: Driver,
  { table, from, to, limit }: Join,
  rows: readonly Row[],
): Promise<Map<string, Row[]>> {
  const keys = rows.map((row) => row[from.column]).filter((key) => key !== null && key !== undefined)
  const query = newQuery(table.dialect)
  const where = buildConditions(table, [{ field: to.column, operator: "in", value: keys }], query)
  // The limit applies to each row's relation.
  const numbered = `SELECT *, ROW_NUMBER() OVER (PARTITION BY ${to.quoted}) AS mortise_nth FROM ${table.quoted} WHERE ${where}`
  const text = `SELECT ${selection(table.columns, 0, "j.")} FROM (${numbered}) j WHERE j.mortise_nth <= ${toRowCount("limit", limit)}`
  return runStep(table, driver, toStep(text, query), true, (result) => {
    const byKey = new Map<string, Row[]>()
    for (const stored of result.rows) {
      const row = toRow(table.columns, stored)
      const key = String(row[to.column])
      byKey.set(key, [...(byKey.get(key) ?? []), row])
    }
    return byKey
  })
}
