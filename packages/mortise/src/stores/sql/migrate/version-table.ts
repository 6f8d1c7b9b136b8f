import { sha256 } from "../../../shared/bytes.ts"
import { createTableTexts } from "../compile/create-table.ts"
import type { Step } from "../driver.ts"
import type { FoundTable } from "./found-table.ts"
import type { Migration } from "./migration.ts"
import { unpreparedStatement } from "./unprepared-statement.ts"

/** The table that records each migration. Its types are valid on every engine. */
export const versionTable = "mortise_migrations"

/** The number of the last migration; 0 before the first. */
export async function lastVersion(
  { ask, dialect: { quote } }: Migration,
  tables: readonly FoundTable[],
): Promise<number> {
  if (!tables.some(({ table }) => table === versionTable)) return 0
  const rows = await ask(`SELECT MAX(${quote("version")}) FROM ${quote(versionTable)}`)
  return Number(rows[0]?.[0] ?? 0)
}

/**
 * The last steps of a migration, which record it. Its number is the primary key: on engines where a migration is one
 * transaction, an outdated plan therefore fails.
 */
export async function recordSteps(
  { dialect, introspection, specs }: Migration,
  version: number,
  statements: readonly string[],
): Promise<Step[]> {
  const { quote, parameter } = dialect
  const needed = specs.flatMap((spec) => createTableTexts(spec, dialect, introspection.literal)).join("\n")
  const line = {
    version,
    created_at: new Date().toISOString(),
    checksum: await sha256(needed),
    statements: statements.join(";\n"),
  }
  const columns = Object.entries(types).map(([name, type]) => `${quote(name)} ${type}`)
  const places = Object.keys(line).map((_, at) => parameter(at + 1))
  const create = `CREATE TABLE IF NOT EXISTS ${quote(versionTable)} (${columns.join(", ")})`
  const insert = `INSERT INTO ${quote(versionTable)} (${Object.keys(line).map(quote).join(", ")}) VALUES (${places.join(", ")})`
  return [
    [unpreparedStatement(create), []],
    [unpreparedStatement(insert), Object.values(line)],
  ]
}

const types = {
  version: "INTEGER NOT NULL PRIMARY KEY",
  created_at: "VARCHAR(24) NOT NULL",
  checksum: "VARCHAR(64) NOT NULL",
  statements: "TEXT NOT NULL",
}
