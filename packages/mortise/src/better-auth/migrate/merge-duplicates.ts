import type { AuthTable } from "../schema/auth-table.ts"
import type { AuthTables } from "./auth-tables.ts"
import { type DuplicateAccounts, numberedCopies } from "./duplicate-accounts.ts"
import type { AuthProblem } from "./find-problems.ts"

/** Duplicates of one user are deleted before the unique key is added. Those of several users are still refused. */
export function mergeDuplicates(problem: AuthProblem, opened: AuthTables): AuthProblem {
  const { duplicates, table, columns = [] } = problem
  if (!duplicates?.every(isMergeable)) return problem
  return {
    ...problem,
    by: "migrate",
    statements: [...mergeTexts(table, columns, duplicates, opened), ...(problem.keyStatements ?? [])],
  }
}

const isMergeable = ({ userIds }: DuplicateAccounts): boolean => userIds.length === 1

const rowsPerStatement = 100

/** The statements that keep the newest row of each account, even if its rows change before they are run. */
function mergeTexts(
  table: AuthTable,
  key: readonly string[],
  duplicates: readonly DuplicateAccounts[],
  { dialect, introspection: { literal } }: Pick<AuthTables, "dialect" | "introspection">,
): string[] {
  const older = duplicates.flatMap(({ accountIds }) => accountIds.slice(1))
  const lists = Array.from({ length: Math.ceil(older.length / rowsPerStatement) }, (_, index) =>
    older.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
  const id = dialect.quote(table.columns[0]?.column ?? "id")
  const [from, columns] = [dialect.quoteTable(table.table), key.map(dialect.quote).join(", ")]
  return lists.map((ids) => {
    const listed = `${id} IN (${ids.map(literal).join(", ")})`
    // Only the copies of the listed rows are sorted, not the whole table for each statement.
    const copies = ` AND (${columns}) IN (SELECT ${columns} FROM ${from} WHERE ${listed})`
    const superfluous = `SELECT row_id FROM (${numberedCopies(table, key, dialect, copies)}) AS numbered WHERE copy_nth > 1`
    return `DELETE FROM ${from} WHERE ${listed} AND ${id} IN (${superfluous})`
  })
}
