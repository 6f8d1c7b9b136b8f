import type { AuthTable } from "../schema/auth-table.ts"
import type { AuthTables } from "./auth-tables.ts"
import type { AuthProblem } from "./find-problems.ts"

/** Problems of the whole database, which are reported on the first table. */
export async function findSettingProblems({
  introspection,
  dialect,
  tables,
  ask,
}: AuthTables): Promise<AuthProblem[]> {
  const [table] = tables
  if (!table) return []
  const faults = await introspection.checkSettings(ask)
  const problems = faults.map(
    ({ code, severity, why, fix = [] }): AuthProblem => ({
      code,
      severity,
      table,
      why,
      by: "hand",
      statements: fix,
      advice: "",
    }),
  )
  return dialect.family === "mysql" ? [...problems, ...(await timeZoneProblems(table, ask))] : problems
}

/** A server or connection whose time zone is not UTC: other programs store local times in the same columns. */
async function timeZoneProblems(table: AuthTable, ask: AuthTables["ask"]): Promise<AuthProblem[]> {
  const [row = []] = await ask("SELECT @@GLOBAL.time_zone, @@system_time_zone")
  const [zone = "", system = ""] = row.map(String)
  const used = zone === "SYSTEM" ? system : zone
  if (/^(UTC|\+00:00|GMT|Etc\/UTC)$/.test(used)) return []
  const why = `The server's time zone is ${used}: other programs store local times. Mortise stores and reads UTC. Fix: let other programs use UTC too, for example with timezone: "Z" in mysql2, or set the server's time zone.`
  return [
    {
      code: "missing_time_zone",
      severity: "warning",
      table,
      why,
      by: "hand",
      advice: "",
      statements: ["SET GLOBAL time_zone = '+00:00'"],
    },
  ]
}
