import type { DuplicateAccounts } from "../../better-auth/migrate/index.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { PlannedStep, Refusal } from "../../stores/sql/migrate/index.ts"
import { formatDuplicates } from "../better-auth/examine-auth.ts"
import { createReporter, printText } from "../terminal/output.ts"
import { fixLines } from "./visible-finding.ts"

/** What a migration would do, and the reasons why it would refuse. */
type Planned = { readonly steps: readonly PlannedStep[]; readonly refusals: readonly unknown[] }

/** A reason for a migration to change nothing: of Better Auth's tables, perhaps with duplicate accounts. */
export type PrintedRefusal = Pick<Refusal, "what" | "why" | "fix"> & {
  readonly duplicates?: readonly DuplicateAccounts[]
}

/** Prints the statements of a dry run. */
export function printScript(steps: readonly PlannedStep[]): void {
  for (const { statement, why, rows } of steps)
    printText(`-- ${why}\n${rows === undefined ? "" : `-- once for each of ${rows} rows: `}${statement};`)
}

/** Prints what is missing. */
export function printCheck({ steps, refusals }: Planned): void {
  const { print, printError } = createReporter(false)
  for (const why of new Set(steps.map((step) => step.why))) print("missing", why)
  if (steps.length > 0)
    printError(
      "differs",
      `Statements missing: ${steps.length}. Run ${mortise} migrate, or ${mortise} migrate --sql <folder>.`,
    )
  else if (refusals.length === 0) print("complete", "The database has everything that migrate would add.")
}

/** Prints why nothing can be changed. */
export function printRefusals(refusals: readonly PrintedRefusal[]): void {
  const { printError } = createReporter(false)
  for (const { what, why, fix = [], duplicates } of refusals) {
    printError("refused", `${what}: ${why}`)
    for (const line of fixLines(fix.map((statement) => `${statement};`))) printError("fix", line)
    for (const line of formatDuplicates(duplicates)) printError("duplicates", line)
  }
}
