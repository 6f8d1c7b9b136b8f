import { models } from "../../../../src/contract/models.ts"
import type { OrmColumn, OrmTable } from "../../../../src/sql/orms/orm-table.ts"
import type { OrmTables } from "../../../../src/stores/sql/orms/tables/orm-tables.ts"

/** A column as an ORM describes it: nullable text under the name of its property. */
export const column = (property: string, rest: Partial<OrmColumn> = {}): OrmColumn => ({
  property,
  column: property,
  type: "text",
  notNull: false,
  hasDefault: false,
  ...rest,
})

const table = (model: "user" | "account" | "session", extra: readonly OrmColumn[]): OrmTable => {
  const folded = (name: string) => name.replaceAll("_", "").toLowerCase()
  const replaced = new Set(extra.flatMap(({ property, column }) => [folded(property), folded(column)]))
  const own = Object.entries(models[model].fields)
    .filter(([name]) => !replaced.has(folded(name)))
    .map(([name, { kind, presence }]) =>
      column(name, {
        type: kind === "date" ? "timestamptz(3)" : kind === "number" ? "integer" : "text",
        notNull: presence === "required" || name === "id",
      }),
    )
  return { table: model, columns: [...own, ...extra] }
}

/** Tables of users, accounts and sessions with further columns; a column of the contract is replaced. */
export const tablesWith = (
  extra: Partial<Record<"user" | "account" | "session", readonly OrmColumn[]>> = {},
  engine: OrmTables["engine"] = "postgres",
): OrmTables => ({
  orm: "Drizzle",
  engine,
  tables: {
    user: table("user", extra.user ?? []),
    account: table("account", extra.account ?? []),
    session: table("session", extra.session ?? []),
  },
})
