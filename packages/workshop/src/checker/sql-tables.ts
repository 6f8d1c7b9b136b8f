import { models } from "../../../mortise/src/contract/models.ts"
import { withoutSuffix } from "./engine.ts"

/** The tables, and the column of their keys. Tables that refer to users come first. */
const tables = Object.values(models)
  .map(({ table, keys }) => ({ table, key: String(keys[0].at(-1)) }))
  .reverse()

export async function emptyTables(execute: (text: string) => Promise<unknown>): Promise<void> {
  for (const { table } of tables) await execute(`DELETE FROM ${table}`)
}

/** The rows of a run, each as text: one line for each. Without a suffix, all rows. */
export async function readTables(
  select: (text: string, values: readonly string[]) => Promise<readonly string[]>,
  suffix: string,
  quote = '"',
  parameter = "?",
): Promise<string> {
  const lines: string[] = []
  for (const { table, key } of tables) {
    const text = `SELECT * FROM ${table} WHERE ${quote}${key}${quote} LIKE ${parameter}`
    const rows = await select(text, [`%${suffix}`])
    lines.push(...rows.map((row) => `${table} ${withoutSuffix(row, suffix)}`))
  }
  return lines.sort().join("\n")
}

/** The rows that are left when all users are deleted. Slots expire. */
export const listOwned = (stored: string): string[] =>
  stored.split("\n").filter((line) => line !== "" && !line.startsWith("slots "))
