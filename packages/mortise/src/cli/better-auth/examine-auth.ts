import type { BetterAuthFinding, DuplicateAccounts } from "../../better-auth/migrate/index.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { fixLines } from "../tables/sql-tables.ts"
import { createReporter, printJson } from "../terminal/output.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

/** `mortise doctor --better-auth`. */
export async function examineAuth({
  strict,
  json,
  ...file
}: AuthFile & { readonly strict: boolean; readonly json: boolean }): Promise<ExitCode> {
  const { ok, findings } = await onAuth(file, async (auth) =>
    (await import("../../better-auth/migrate/index.ts")).inspect(auth),
  )
  const isHealthy = ok && !(strict && findings.length > 0)
  if (json) printJson({ ok: isHealthy, findings }, 2)
  else printFindings(findings)
  return isHealthy ? exitCodes.ok : exitCodes.failed
}

function printFindings(findings: readonly BetterAuthFinding[]): void {
  const { print } = createReporter(false)
  for (const { severity, code, table, column, why, fix = [], duplicates } of findings) {
    const place = column === undefined ? table : `${table}.${column}`
    print("finding", `${severity} ${code} ${place}: ${why}`)
    for (const line of fixLines(fix.map((statement) => `${statement};`))) print("fix", line)
    for (const line of duplicateLines(duplicates)) print("duplicates", line)
  }
  const errors = findings.filter(({ severity }) => severity === "error").length
  print(
    "inspected",
    findings.length === 0
      ? "The database has everything that Better Auth needs."
      : `Errors: ${errors}. Warnings: ${findings.length - errors}.`,
  )
}

/** Accounts that are stored more than once, one on each line. */
export const duplicateLines = (duplicates: readonly DuplicateAccounts[] = []): string[] =>
  duplicates.map(
    ({ providerId, accountIds, userIds }) =>
      `  ${providerId}: rows ${accountIds.join(", ")}, the newest first, of ${userIds.length === 1 ? "user" : "users"} ${userIds.join(", ")}`,
  )
