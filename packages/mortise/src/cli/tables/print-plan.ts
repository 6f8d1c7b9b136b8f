import { mortise } from "../../shared/mortise-command.ts"
import type { PlannedStep } from "../../stores/sql/migrate/index.ts"
import { createReporter, printText } from "../terminal/output.ts"

/** What a migration would do, and the reasons why it would refuse. */
type Planned = { readonly steps: readonly PlannedStep[]; readonly refusals: readonly unknown[] }

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
