import type { PlannedStep, Refusal } from "../../stores/sql/migrate/index.ts"
import { configOption, defineCommand, environmentNote } from "../command.ts"
import { loadConfiguration } from "../configuration.ts"
import { exitCodes } from "../exit-code.ts"
import { printJson, printText } from "../output.ts"
import { createReporter } from "../reporter.ts"
import { fixLines, onSqlTables, showMigrationProgress } from "../sql-tables.ts"

/** Migrates the database of the configuration. */
export const migrateCommand = defineCommand({
  name: "migrate",
  about: "create the tables, columns, keys and indexes that the database lacks",
  options: {
    config: configOption,
    "dry-run": { about: "print the SQL statements, and change nothing" },
    json: { about: "print one JSON document: { version, dryRun, steps, refusals }" },
  },
  notes: `${environmentNote}
The command only adds. When existing rows or tables prevent that, it lists them and changes nothing.`,
  examples: ["mortise migrate --dry-run", "mortise migrate --config adapter.ts"],
  exits: {
    0: "the database is up to date, or --dry-run has printed what is missing",
    1: "existing rows or tables prevent the migration, or the database failed",
    2: "invalid option",
    3: "invalid configuration",
  },
  async run({ config, json, "dry-run": dryRun }) {
    const configuration = await loadConfiguration(config, process.env)
    const outcome = await onSqlTables(configuration, async (adapter) => {
      const { prepareMigration } = await import("../../stores/sql/migrate/migrate.ts")
      const onProgress = showMigrationProgress(createReporter(json))
      const { plan, run } = await prepareMigration(adapter, { onProgress })
      return dryRun || plan.refusals.length > 0 ? plan : { ...(await run()), refusals: [] }
    })
    if (json) printJson({ ...outcome, dryRun }, 2)
    else {
      if (dryRun) printScript(outcome.steps)
      printOutcome(outcome, dryRun)
    }
    return outcome.refusals.length > 0 ? exitCodes.failed : exitCodes.ok
  },
})

type Outcome = {
  readonly version: number
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly Refusal[]
}

function printScript(steps: readonly PlannedStep[]): void {
  for (const { statement, why, rows } of steps)
    printText(`-- ${why}\n${rows === undefined ? "" : `-- once for each of ${rows} rows: `}${statement};`)
}

/** Of a dry run, only the script is on stdout. */
function printOutcome({ version, steps, refusals }: Outcome, dryRun: boolean): void {
  const { print, printError } = createReporter(false)
  for (const { what, why, fix = [] } of refusals) {
    printError("refused", `${what}: ${why}`)
    for (const line of fixLines(fix.map((statement) => `${statement};`))) printError("fix", line)
  }
  if (refusals.length > 0) printError("refused", "Nothing was changed: fix these first.")
  else if (dryRun) printError("planned", `Statements missing: ${steps.length}. Nothing was changed.`)
  else print("migrated", `Statements run: ${steps.length}. The database is at version ${version}.`)
}
