import type { ModelName } from "../../../contract/models.ts"
import { findColumn } from "../compile/columns.ts"
import { openMigration } from "./migration.ts"

/** The tables that can order users, with the names of their columns. */
export async function openUserTables(adapter: object) {
  const { ask, dialect, introspection, schema } = await openMigration(adapter, "listUsers")
  const nameColumn = (model: ModelName, field: string): string | undefined =>
    findColumn(schema.models[model], field)?.column
  const { user, account, session } = schema.models
  return {
    ask,
    dialect,
    introspection,
    user: { table: user.table, id: nameColumn("user", "id"), created: nameColumn("user", "createdAt") },
    account: {
      table: account.table,
      provider: nameColumn("account", "provider"),
      key: nameColumn("account", "providerAccountId"),
      user: nameColumn("account", "userId"),
    },
    session: {
      table: session.table,
      key: nameColumn("session", "expires"),
      user: nameColumn("session", "userId"),
    },
  }
}
