import type { FoundTable } from "../../sql/introspection/found-table.ts"
import { findFoundColumn, findFoundTable } from "../../sql/introspection/referenced-column.ts"
import type { AuthTable } from "../schema/auth-table.ts"
import { checkColumn } from "../schema/check-column.ts"
import type { CheckColumn } from "../schema/compare-tables.ts"
import { tenantColumn } from "../tenants.ts"
import type { AuthTables } from "./auth-tables.ts"
import { type AuthProblem, findProblems } from "./find-problems.ts"

/** The same as `findProblems`, with the types of columns. Of tables that need a tenant and have rows without one, it finds nothing else. */
export async function findAllProblems(opened: AuthTables): Promise<AuthProblem[]> {
  const { tables, introspection, ask, source, dialect } = opened
  const check: CheckColumn = (column, found) => checkColumn(column, found, dialect.family)
  if (!source.readTenant) return findProblems(opened, check)
  const names = tables.map(({ table }) => table)
  const existing = await introspection.readTables(ask, names)
  const problems = tables.filter((table) => lacksTenant(table, existing, introspection)).map(tenantProblem)
  return problems.length > 0 ? problems : findProblems(opened, check)
}

const lacksTenant = (
  { table }: AuthTable,
  existing: readonly FoundTable[],
  introspection: AuthTables["introspection"],
): boolean =>
  findFoundTable(introspection, existing, table) !== undefined &&
  !findFoundColumn(introspection, existing, table, tenantColumn)

const tenantProblem = (table: AuthTable): AuthProblem => ({
  code: "missing_column",
  severity: "error",
  table,
  column: tenantColumn,
  by: "hand",
  statements: [],
  advice: "",
  why: `The table ${table.table} has no column ${tenantColumn}, so its rows belong to no tenant. Fix: migrate an empty database, and copy the rows into it with their tenant.`,
})
