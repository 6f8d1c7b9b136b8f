import { groupRows } from "../../sql/introspection/catalog-rows.ts"
import type { AuthTable } from "../schema/auth-table.ts"
import type { AuthTables } from "./auth-tables.ts"

/** Rows that all link the same account of a provider. */
export type DuplicateAccounts = {
  readonly providerId: string
  /** The ids of the rows, the newest first. */
  readonly accountIds: readonly string[]
  /** The ids of the users who own them. Rows of several users cannot be merged automatically. */
  readonly userIds: readonly string[]
}

type Opened = Pick<AuthTables, "ask" | "dialect">

/** Finds accounts that are stored more than once. */
export async function findDuplicates(
  table: AuthTable,
  columns: readonly string[],
  { ask, dialect }: Opened,
): Promise<DuplicateAccounts[]> {
  const rows = await ask(
    `SELECT account_nth, row_id, user_id, provider_id FROM (${numberedCopies(table, columns, dialect)}) AS numbered WHERE copies > 1 ORDER BY account_nth, copy_nth`,
  )
  const toText = (value: unknown) => String(dialect.decode("text", value))
  return groupRows(rows).map(([, group]) => ({
    providerId: toText(group[0]?.[2]),
    accountIds: group.map(([id]) => toText(id)),
    userIds: [...new Set(group.map(([, user]) => toText(user)))],
  }))
}

/** All accounts, or those of a further condition, with the number of each among the copies of the same one: 1 is the row that was updated last. */
export function numberedCopies(
  { table, columns: all }: AuthTable,
  key: readonly string[],
  dialect: AuthTables["dialect"],
  condition = "",
): string {
  const { quote } = dialect
  const quoteColumn = (field: string) => quote(all.find((column) => column.field === field)?.column ?? field)
  // Byte for byte, although the collation may treat more accounts as equal.
  const exact = key.map((column) => dialect.asBytes?.(quote(column)) ?? quote(column)).join(", ")
  // PostgreSQL would put null first.
  const newest = ["updatedAt", "createdAt", "id"].flatMap((field) => [
    `${quoteColumn(field)} IS NULL`,
    `${quoteColumn(field)} DESC`,
  ])
  const selected = [
    `${quoteColumn("id")} AS row_id, ${quoteColumn("userId")} AS user_id, ${quoteColumn("providerId")} AS provider_id`,
    `COUNT(*) OVER (PARTITION BY ${exact}) AS copies`,
    `DENSE_RANK() OVER (ORDER BY ${exact}) AS account_nth`,
    `ROW_NUMBER() OVER (PARTITION BY ${exact} ORDER BY ${newest.join(", ")}) AS copy_nth`,
  ]
  // A key allows any number of rows with null.
  const isAccount = key.map((column) => `${quote(column)} IS NOT NULL`).join(" AND ")
  return `SELECT ${selected.join(", ")} FROM ${dialect.quoteTable(table)} WHERE ${isAccount}${condition}`
}
