import { internals } from "../../../contract/internals.ts"
import type { ModelName } from "../../../contract/models.ts"
import { hasForeignTables, type Schema } from "../../../contract/schema.ts"
import type { ServerFinding, Severity } from "../../../contract/server-finding.ts"
import type { FindingCode } from "../../../sql/introspection/drift.ts"
import { toFacts } from "../../../sql/migration/problem-facts.ts"
import { findMissingGuarantees } from "../introspection/find-missing-guarantees.ts"
import { checkReplication } from "./check-server.ts"
import { findOrm, findProblems } from "./find-problems.ts"
import type { Problem } from "./fix.ts"
import { type MigrationProgress, openMigration } from "./migration.ts"
import { readRecords, versionTable } from "./version-table.ts"

/** One difference between the database and what the adapter needs. */
export type Finding = {
  readonly code: FindingCode
  readonly severity: Severity
  readonly model: ModelName
  readonly table: string
  /** The table's PostgreSQL schema, if `defineSchema` or an ORM names one. */
  readonly pgSchema?: string
  readonly column?: string
  /** The columns of a missing key or index, if there are several. */
  readonly columns?: readonly string[]
  /** The problem, its effect, and what to do about it. */
  readonly why: string
  /** How many rows block the fix, or need a value. */
  readonly rows?: number
  /**
   * The statements that fix it, in order, for the table as it is now. Findings of one table can share them.
   * Absent if rows block the fix or a person must decide.
   */
  readonly fix?: readonly string[]
}

/** The options of `inspect`. */
export type InspectOptions = {
  /**
   * Whether every email is read to find those in another form, which takes minutes for millions of users. Default: only
   * if no migration has checked them yet, or if a unique key on them is missing.
   */
  readonly emails?: boolean
  /** Called from time to time while rows are read. */
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** What `inspect` found. */
export type Inspection = {
  /** Whether the adapter works correctly on this database: true if there are no errors. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** The ORM whose migrations create the tables. Absent if `migrate` creates them. */
  readonly orm?: string
  /** Settings of a cluster that weaken what the adapter promises. Absent if there are none. */
  readonly replication?: readonly ServerFinding[]
  /** Settings of Redis that weaken what the adapter promises. Absent if there are none. */
  readonly server?: readonly ServerFinding[]
}

/**
 * Compares the database with what the adapter needs and returns the differences, their effects and the statements
 * that fix them. Redis has no tables: for its adapters, the settings of the servers are checked. Changes nothing.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { libsqlAdapter } from "mortise/libsql"
 * import { inspect } from "mortise/migrate"
 *
 * const { ok, findings } = await inspect(libsqlAdapter(createClient({ url: "file:auth.db" })))
 * for (const { severity, why, fix = [] } of findings) console.log(severity, why, ...fix)
 * if (!ok) process.exitCode = 1
 * ```
 */
export async function inspect(adapter: object, options: InspectOptions = {}): Promise<Inspection> {
  const { emails, onProgress } = options
  const { checkServer } = internals(Object(adapter)) ?? {}
  if (checkServer) return buildInspection([], { server: await checkServer() })
  const migration = await openMigration(adapter, "inspect", onProgress)
  const { introspection, specs, ask } = migration
  const tables = await introspection.readTables(ask, [...specs.map(({ table }) => table), versionTable])
  const records = await readRecords(migration, tables)
  if (hasForeignTables(migration.schema))
    migration.setMissingGuarantees(findMissingGuarantees(migration.schema, specs, tables, introspection))
  const findings = (await findProblems(migration, { tables, records, emails })).map((problem) =>
    toFinding(migration.schema, problem),
  )
  const orm = findOrm(migration, { tables, records })
  return {
    ...buildInspection(findings, { replication: await checkReplication(migration) }),
    ...(orm !== undefined && { orm }),
  }
}

function buildInspection(
  findings: readonly Finding[],
  settings: Pick<Inspection, "replication" | "server">,
): Inspection {
  const filledSettings = Object.entries(settings).filter(([, list]) => list.length > 0)
  const all = [...findings, ...filledSettings.flatMap(([, list]) => list)]
  return {
    ok: all.every(({ severity }) => severity !== "error"),
    findings,
    ...Object.fromEntries(filledSettings),
  }
}

const toFinding = ({ pgSchema }: Schema, problem: Problem): Finding => {
  const { code, severity, spec, column, columns, why, advice } = problem
  return {
    code,
    severity,
    model: spec.model.name,
    table: spec.table,
    ...(pgSchema !== undefined && { pgSchema }),
    ...(column !== undefined && { column }),
    ...(columns !== undefined && { columns }),
    ...toFacts({ ...problem, why: `${why} ${advice}`.trim() }),
  }
}
