import type { BetterAuthFinding, DuplicateAccounts } from "../../better-auth/migrate/index.ts"
import type { Report } from "../tables/visible-finding.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

/** Compares the tables with what Better Auth needs. Changes nothing. */
export const examineAuth = (file: AuthFile): Promise<Report> =>
  onAuth(file, "all", async (auth) => {
    const inspection = await (await import("../../better-auth/migrate/index.ts")).inspect(auth)
    return { inspection, findings: inspection.findings.map(describeAuthFinding), user: "Better Auth" }
  })

export const describeAuthFinding = ({
  severity,
  code,
  table,
  column,
  why,
  fix = [],
  duplicates,
}: BetterAuthFinding) => ({
  severity,
  code,
  place: column === undefined ? table : `${table}.${column}`,
  why,
  fix: fix.map((statement) => `${statement};`),
  duplicates: formatDuplicates(duplicates),
})

/** Accounts that are stored more than once, one on each line. */
export const formatDuplicates = (duplicates: readonly DuplicateAccounts[] = []): string[] =>
  duplicates.map(
    ({ providerId, accountIds, userIds }) =>
      `  ${providerId}: rows ${accountIds.join(", ")}, the newest first, of ${userIds.length === 1 ? "user" : "users"} ${userIds.join(", ")}`,
  )
