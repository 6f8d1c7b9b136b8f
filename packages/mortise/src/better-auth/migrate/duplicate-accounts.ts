import { quoteTable } from "../quote-table.ts"
import type { AuthIndex, AuthTable } from "../schema/auth-table.ts"
import type { AuthTables } from "./auth-tables.ts"

/** Rows that all link the same account of a provider. */
export type DuplicateAccounts = {
  readonly providerId: string
  /** The ids of the rows, the newest first. */
  readonly accountIds: readonly string[]
  /** The ids of the users who own them. Rows of several users cannot be merged automatically. */
  readonly userIds: readonly string[]
}

/** Finds accounts that are stored more than once. */
export async function findDuplicates(
  { table, columns: all }: AuthTable,
  { columns }: AuthIndex,
  { ask, dialect }: Pick<AuthTables, "ask" | "dialect">,
): Promise<DuplicateAccounts[]> {
  const { quote } = dialect
  const columnOf = (field: string) => quote(all.find((one) => one.field === field)?.column ?? field)
  // Byte for byte, although the collation may treat more accounts as equal.
  const exact = columns.map((column) => dialect.asBytes?.(quote(column)) ?? quote(column)).join(", ")
  const newest = `${columnOf("updatedAt")} DESC, ${columnOf("createdAt")} DESC, ${columnOf("id")} DESC`
  const numbered = [
    `${columnOf("id")} AS row_id, ${columnOf("userId")} AS user_id, ${columnOf("providerId")} AS provider_id`,
    `COUNT(*) OVER (PARTITION BY ${exact}) AS copies`,
    `DENSE_RANK() OVER (ORDER BY ${exact}) AS account_nth`,
    `ROW_NUMBER() OVER (PARTITION BY ${exact} ORDER BY ${newest}) AS copy_nth`,
  ]
  const rows = await ask(
    `SELECT account_nth, row_id, user_id, provider_id FROM (SELECT ${numbered.join(", ")} FROM ${quoteTable(dialect, table)}) AS numbered WHERE copies > 1 ORDER BY account_nth, copy_nth`,
  )
  const groups = new Map<string, (readonly string[])[]>()
  for (const [nth, ...row] of rows) {
    const group = groups.get(String(nth)) ?? []
    groups.set(String(nth), group)
    group.push(row.map((value) => String(dialect.decode("text", value))))
  }
  return [...groups.values()].map((group) => ({
    providerId: group[0]?.[2] ?? "",
    accountIds: group.map(([id = ""]) => id),
    userIds: [...new Set(group.map(([, user = ""]) => user))],
  }))
}

export const isMergeable = ({ userIds }: DuplicateAccounts): boolean => userIds.length === 1

const rowsPerStatement = 100

/** The statements that keep the newest row of each account. */
export function mergeTexts(
  { table, columns: [id] }: AuthTable,
  duplicates: readonly DuplicateAccounts[],
  { dialect, introspection: { literal } }: Pick<AuthTables, "dialect" | "introspection">,
): string[] {
  const older = duplicates.flatMap(({ accountIds }) => accountIds.slice(1))
  const lists = Array.from({ length: Math.ceil(older.length / rowsPerStatement) }, (_, nth) =>
    older.slice(nth * rowsPerStatement, (nth + 1) * rowsPerStatement),
  )
  return lists.map(
    (ids) =>
      `DELETE FROM ${quoteTable(dialect, table)} WHERE ${dialect.quote(id?.column ?? "id")} IN (${ids.map(literal).join(", ")})`,
  )
}
