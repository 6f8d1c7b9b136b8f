import type { Dialect } from "../../sql/dialect.ts"
import { checkColumns } from "../check-tenant-options.ts"
import { checkParts, tenantColumn } from "../tenants.ts"
import type { AuthColumn, AuthTable } from "./auth-table.ts"
import { columnType } from "./column-types.ts"

// How many characters a key of MySQL holds, and the longest name of a tenant.
const [keyLength, tenantLength] = [768, 63]

/** A table with the rows of several tenants: each key starts with the tenant, and so does each reference. */
export function addTenant(table: AuthTable, dialect: Dialect): AuthTable {
  const { columns, primaryKey, indexes, foreignKeys } = table
  checkColumns(
    table.model,
    columns.map(({ column }) => column),
    checkParts,
  )
  const addTo = (names: readonly string[]) => [tenantColumn, ...names]
  return {
    ...table,
    columns: [...columns.map((column) => leaveRoom(column, table)), newColumn(dialect)],
    primaryKey: addTo(primaryKey),
    indexes: indexes.map((index) => ({ ...index, columns: addTo(index.columns) })),
    // SET NULL would set the tenant to null, too.
    foreignKeys: foreignKeys
      .filter(({ onDelete }) => !onDelete.startsWith("set"))
      .map((key) => ({ ...key, tenant: tenantColumn })),
  }
}

const newColumn = (dialect: Dialect): AuthColumn => ({
  field: tenantColumn,
  column: tenantColumn,
  kind: "text",
  type: columnType(dialect, {
    kind: "text",
    inKey: true,
    isIndexed: true,
    isSortable: false,
    isBigint: false,
    length: tenantLength,
  }),
  notNull: true,
  inKey: true,
  isTimestamp: false,
})

/** A column whose indexes hold the tenant, too. */
function leaveRoom(column: AuthColumn, { indexes }: AuthTable): AuthColumn {
  const sizes = indexes
    .filter(({ columns }) => columns.includes(column.column))
    .map(({ columns }) => columns.length)
  const most = Math.floor((keyLength - tenantLength) / Math.max(1, ...sizes))
  const type = column.type.replace(/^varchar\((\d+)\)/, (_, length) => `varchar(${Math.min(length, most)})`)
  return column.kind === "text" ? { ...column, type } : column
}
