import type { Severity } from "../../contract/server-finding.ts"
import { type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"
import { findAllProblems } from "./find-all-problems.ts"
import type { AuthProblem } from "./find-problems.ts"
import { type BetterAuthRefusal, toAuthFacts } from "./plan-additions.ts"
import { findSettingProblems } from "./setting-problems.ts"

/** One difference between the database and what Better Auth needs. */
export type BetterAuthFinding = Omit<BetterAuthRefusal, "what"> & {
  readonly severity: Severity
  readonly table: string
  readonly column?: string
  /** The columns of a missing key or index, if there are several. */
  readonly columns?: readonly string[]
}

/** What `inspect` found. */
export type BetterAuthInspection = {
  /** Whether Better Auth works correctly on this database: true if there are no errors. */
  readonly ok: boolean
  readonly findings: readonly BetterAuthFinding[]
}

/**
 * Compares the database with the tables that Better Auth's options and plugins need. Reports missing tables, columns,
 * keys and indexes, duplicate accounts, column types that change or lose values, time zones, collations, and foreign
 * keys that are off, with the statements that fix them. Changes nothing.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { betterAuth } from "better-auth"
 * import { mortiseDatabase } from "mortise/better-auth"
 * import { inspect } from "mortise/better-auth/migrate"
 *
 * const auth = betterAuth({ database: mortiseDatabase(createClient({ url: "file:auth.db" })) })
 * const { ok, findings } = await inspect(auth)
 * for (const { severity, why, fix = [] } of findings) console.log(severity, why, ...fix)
 * if (!ok) process.exitCode = 1
 * ```
 */
export async function inspect(auth: BetterAuthInstance): Promise<BetterAuthInspection> {
  const opened = await openAuthTables(auth, "inspect")
  const problems = [...(await findSettingProblems(opened)), ...(await findAllProblems(opened))]
  return {
    ok: problems.every(({ severity }) => severity !== "error"),
    findings: problems.map(toFinding),
  }
}

const toFinding = (problem: AuthProblem): BetterAuthFinding => {
  const { code, severity, table, column, columns } = problem
  return {
    code,
    severity,
    model: table.model,
    table: table.table,
    ...(column !== undefined && { column }),
    ...(columns && { columns }),
    ...toAuthFacts(problem),
  }
}
