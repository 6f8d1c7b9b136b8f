import type { BetterAuthRefusal } from "../../better-auth/migrate/index.ts"
import { type ExitCode, exitCodes, usageError } from "../program/exit-code.ts"
import { printCheck, printScript } from "../tables/print-plan.ts"
import { fixLines } from "../tables/sql-tables.ts"
import { createReporter, printJson } from "../terminal/output.ts"
import { duplicateLines } from "./examine-auth.ts"
import { type AuthFile, onAuth } from "./load-auth.ts"

type MigrateAuth = AuthFile & {
  readonly json: boolean
  readonly dryRun: boolean
  readonly check: boolean
  readonly mergeAccounts: boolean
  readonly hasSql: boolean
}

/** `mortise migrate --better-auth`. */
export async function migrateAuth({
  json,
  dryRun,
  check,
  mergeAccounts,
  hasSql,
  ...file
}: MigrateAuth): Promise<ExitCode> {
  if (hasSql)
    throw usageError(
      "--sql does not work with --better-auth: write the output of --dry-run to a file, or run npx auth generate.",
    )
  const outcome = await onAuth(file, async (auth) => {
    const { migrate, plan } = await import("../../better-auth/migrate/index.ts")
    const planned = await plan(auth, { mergeAccounts })
    if (dryRun || check || planned.refusals.length > 0) return planned
    return { ...(await migrate(auth, { mergeAccounts })), refusals: [] }
  })
  const { steps, refusals } = outcome
  if (json) printJson({ ...outcome, dryRun }, 2)
  else {
    const { print, printError } = createReporter(false)
    if (dryRun) printScript(steps)
    printRefusals(refusals)
    if (check) printCheck(outcome)
    else if (refusals.length > 0) printError("refused", "Nothing was changed: fix these first.")
    else if (dryRun) printError("planned", `Statements missing: ${steps.length}. Nothing was changed.`)
    else print("migrated", `Statements run: ${steps.length}.`)
  }
  return refusals.length > 0 || (check && steps.length > 0) ? exitCodes.failed : exitCodes.ok
}

function printRefusals(refusals: readonly BetterAuthRefusal[]): void {
  const { printError } = createReporter(false)
  for (const { what, why, fix = [], duplicates } of refusals) {
    printError("refused", `${what}: ${why}`)
    for (const line of fixLines(fix.map((statement) => `${statement};`))) printError("fix", line)
    for (const line of duplicateLines(duplicates)) printError("duplicates", line)
  }
}
