import type { ModelName } from "../../../contract/models.ts"
import type { FindingCode, Severity } from "./drift.ts"
import { findProblems, type Problem } from "./find-problems.ts"
import { openMigration } from "./migration.ts"

/** One way in which the database is not as the adapter needs it. */
export type Finding = {
  readonly code: FindingCode
  readonly severity: Severity
  readonly model: ModelName
  readonly table: string
  readonly column?: string
  /** What it means for the people who sign in, or for those who run the database. */
  readonly why: string
  /** How many rows stand in the way of mending it, or lack a value. */
  readonly rows?: number
  /**
   * The statements that mend it, in order, for the table as it is now. Findings of one table may share them.
   * Absent where rows stand in the way, and where `migrate` or a person must decide.
   */
  readonly fix?: readonly string[]
}

/** What `inspect` found. */
export type Inspection = {
  /** Whether the adapter can keep its promises: nothing worse than a warning was found. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
}

/**
 * Compares the database with what the adapter needs, as data: what differs, why it matters, and the statements
 * that mend it. Changes nothing.
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
export async function inspect(adapter: object): Promise<Inspection> {
  const migration = await openMigration(adapter, "inspect")
  const { introspection, specs, ask } = migration
  const tables = await introspection.read(
    ask,
    specs.map(({ table }) => table),
  )
  const findings = (await findProblems(migration, tables)).map(findingOf)
  return { ok: findings.every(({ severity }) => severity !== "error"), findings }
}

const findingOf = ({ code, severity, spec, column, why, rows, statements }: Problem): Finding => ({
  code,
  severity,
  model: spec.model.name,
  table: spec.table,
  ...(column !== undefined && { column }),
  why,
  ...(rows !== undefined && { rows }),
  ...(statements.length > 0 && { fix: statements }),
})
