import type { PlannedStep, Refusal } from "../../stores/sql/migrate/index.ts"
import { loadConfiguration } from "../configuration.ts"
import { type ExitCode, exitCodes } from "../exit-code.ts"
import { readOptions } from "../read-options.ts"
import { createReporter } from "../reporter.ts"
import { fixLines, onSqlTables } from "../sql-tables.ts"

const help = `mortise migrate: create the tables, columns, keys and indexes that the database lacks

  --config FILE   a module that exports \`adapter\`; default: mortise.config.ts, .mjs or .js in this folder
  --dry-run       print the SQL statements, and change nothing
  --json          print one JSON document: { version, dryRun, steps, refusals }

Without a file, MORTISE_ADAPTER and MORTISE_DATABASE name the database, as for mortise serve.
The command only adds. When existing rows or tables prevent that, it lists them and changes nothing.

Exit codes: 0 the database is up to date, or --dry-run has printed what is missing · 1 existing rows or tables
            prevent the migration, or the database failed · 2 invalid option · 3 invalid configuration`

/** Migrates the database of the configuration. */
export async function migrateCommand(args: readonly string[]): Promise<ExitCode> {
  const options = readOptions(args, {
    config: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  })
  if (options.help) {
    console.log(help)
    return exitCodes.ok
  }
  const dryRun = options["dry-run"]
  const configuration = await loadConfiguration(options.config, process.env)
  const outcome = await onSqlTables(configuration, async (adapter) => {
    const { migrate, plan } = await import("../../stores/sql/migrate/index.ts")
    const planned = await plan(adapter)
    if (dryRun || planned.refusals.length > 0) return planned
    return { ...(await migrate(adapter)), refusals: [] }
  })
  if (options.json) console.log(JSON.stringify({ ...outcome, dryRun }, null, 2))
  else {
    if (dryRun) printScript(outcome.steps)
    printOutcome(outcome, dryRun)
  }
  return outcome.refusals.length > 0 ? exitCodes.failed : exitCodes.ok
}

type Outcome = {
  readonly version: number
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly Refusal[]
}

function printScript(steps: readonly PlannedStep[]): void {
  for (const { statement, why, rows } of steps)
    console.log(`-- ${why}\n${rows === undefined ? "" : `-- once for each of ${rows} rows: `}${statement};`)
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
