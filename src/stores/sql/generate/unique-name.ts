import type { EngineName } from "../../../contract/presets/preset.ts"

/** The name that the engine gives to a unique key of `CREATE TABLE` without a name. */
export function uniqueName(engine: EngineName, table: string, columns: readonly string[]): string {
  return engine === "mysql" ? (columns[0] ?? table) : [table, ...columns, "key"].join("_")
}
