import { unpreparedStep } from "../../../src/sql/migration/plan-steps.ts"
import type { SqlClient } from "../../../src/sql/sql-client.ts"
import { unpreparedStatement } from "../../../src/sql/statement.ts"

// On SQLite, each table comes before those that it refers to. The others are the platform's.
const lists = {
  sqlite:
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC",
  postgres: "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
  mysql: "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
}

/** Drops all tables through the driver of a client. */
export async function dropTables({ driver, engine }: Pick<SqlClient, "driver" | "engine">): Promise<void> {
  const { family, quote } = engine.dialect
  const { rows } = await driver.run(unpreparedStatement(lists[family]), [])
  const end = family === "postgres" ? " CASCADE" : ""
  const drops = rows.map(([name]) => `DROP TABLE ${quote(String(name))}${end}`)
  const around = (value: number) => (family === "mysql" ? [`SET FOREIGN_KEY_CHECKS = ${value}`] : [])
  if (drops.length > 0) await driver.batch([...around(0), ...drops, ...around(1)].map(unpreparedStep))
}
