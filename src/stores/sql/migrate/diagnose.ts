import type { TableSpec } from "../compile/tables.ts"
import { countEmpty, countRows } from "./additions.ts"
import { compare } from "./compare.ts"
import type { Compared, Drift, FindingCode, Severity } from "./drift.ts"
import type { FoundTable } from "./found-table.ts"
import type { Migration } from "./migration-of.ts"
import { countObstacles } from "./obstacles.ts"
import { type Remedy, remedyOf } from "./remedy.ts"
import { obstacleOf, whyOf } from "./words.ts"

/** What is wrong, why it matters, and what is to be done about it. */
export type Diagnosis = Remedy & {
  readonly code: FindingCode
  readonly spec: TableSpec
  readonly column: string | undefined
  readonly severity: Severity
  readonly why: string
  /** How many rows stand in the way, or are to be filled. */
  readonly rows?: number
}

/** Everything in which the database differs from what the adapter needs. */
export async function diagnose(migration: Migration, tables: readonly FoundTable[]): Promise<Diagnosis[]> {
  const { introspection, specs } = migration
  const { fold } = introspection
  const diagnoses = await diagnoseSettings(migration)
  for (const spec of specs) {
    const found = tables.find(({ table }) => fold(table) === fold(spec.table))
    const compared = { spec, found, drifts: compare(spec, found, introspection) }
    const blocked = new Map<Drift, number>()
    for (const drift of compared.drifts) {
      const rows = await countObstacles(migration, compared, drift, tables)
      if (rows > 0) blocked.set(drift, rows)
    }
    diagnoses.push(...(await diagnoseTable(migration, compared, blocked)))
  }
  return diagnoses
}

async function diagnoseTable(
  migration: Migration,
  { spec, found, drifts }: Compared,
  blocked: ReadonlyMap<Drift, number>,
): Promise<Diagnosis[]> {
  const free = { spec, found, drifts: drifts.filter((drift) => !blocked.has(drift)) }
  const diagnoses: Diagnosis[] = []
  for (const drift of drifts) {
    const facts = factsOf(spec, drift)
    const obstacles = blocked.get(drift)
    if (obstacles !== undefined) {
      const why = `${facts.why} ${obstacleOf(drift, obstacles)}`
      diagnoses.push({ ...facts, why, rows: obstacles, by: "hand", statements: [] })
      continue
    }
    const remedy = remedyOf(migration, free, drift)
    if (!remedy.fill) {
      diagnoses.push({ ...facts, ...remedy })
      continue
    }
    const isThere = drift.code === "unfilled_rows"
    const rows = await (isThere
      ? countEmpty(spec, remedy.fill.column, migration)
      : countRows(spec, migration))
    if (rows > 0 || !isThere) diagnoses.push({ ...facts, ...remedy, rows })
  }
  return diagnoses
}

function factsOf(
  spec: TableSpec,
  drift: Drift,
): Pick<Diagnosis, "code" | "spec" | "column" | "severity" | "why"> {
  const severity = "fault" in drift ? drift.fault.severity : minor.has(drift.code) ? "warning" : "error"
  return { code: drift.code, spec, column: columnAt(drift), severity, why: whyOf(spec, drift) }
}

// The adapter itself neither stores null where it should not nor answers wrongly without an index.
const minor: ReadonlySet<FindingCode> = new Set(["missing_index", "nullable_column", "unfilled_rows"])

function columnAt(drift: Drift): string | undefined {
  if ("column" in drift) return drift.column.column
  if ("foreignKey" in drift) return drift.foreignKey.column
  if ("columns" in drift) return drift.columns.length === 1 ? drift.columns[0] : undefined
  return "found" in drift ? drift.found.name : undefined
}

// What concerns the whole database is told of the users, whom the rest belongs to.
async function diagnoseSettings({ introspection, specs, ask }: Migration): Promise<Diagnosis[]> {
  const faults = await introspection.settings(ask)
  return specs.slice(0, 1).flatMap((spec) =>
    faults.map(({ code, severity, why, fix = [] }) => ({
      ...{ code, spec, column: undefined, severity, why },
      ...{ by: "hand" as const, statements: fix },
    })),
  )
}
