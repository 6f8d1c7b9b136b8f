import type { ServerFinding } from "../stores/sql/migrate/check-server.ts"
import type { Finding } from "../stores/sql/migrate/index.ts"

/** What was found in the tables and on the server. */
export type Examination = {
  readonly ok: boolean
  readonly findings: readonly (Finding | ServerFinding)[]
}

/** Compares the tables with what the adapter needs, and checks the server. Changes nothing. */
export async function examine(adapter: object): Promise<Examination> {
  const { inspect } = await import("../stores/sql/migrate/index.ts")
  const { checkServer } = await import("../stores/sql/migrate/check-server.ts")
  const { ok, findings, replication = [] } = await inspect(adapter)
  return { ok, findings: [...findings, ...replication, ...(await checkServer(adapter))] }
}

/** The table and column of a finding; empty for one about the server. */
export function placeOf(finding: Finding | ServerFinding): string {
  if (!("table" in finding)) return ""
  const { table, column } = finding
  return column === undefined ? table : `${table}.${column}`
}

/** The statements that fix a finding, else what to do. */
export function fixOf(finding: Finding | ServerFinding): readonly string[] {
  if (finding.fix) return finding.fix.map((statement) => `${statement};`)
  // The sentence about the server contains its fix.
  if (!("table" in finding)) return []
  const { rows } = finding
  return [
    rows ? `change the rows that are in the way (${rows}), then run mortise migrate` : "run mortise migrate",
  ]
}
