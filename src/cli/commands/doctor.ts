import type { Finding, Inspection } from "../../stores/sql/migrate/index.ts"
import { loadConfiguration } from "../configuration.ts"
import { type ExitCode, exitCodes } from "../exit-code.ts"
import { readOptions } from "../read-options.ts"
import { createReporter } from "../reporter.ts"
import { fixLines, onSqlTables } from "../sql-tables.ts"

const help = `mortise doctor: compare the database with what the adapter needs

  --config FILE   a module that exports \`adapter\`; default: mortise.config.ts, .mjs or .js in this folder
  --strict        warnings count as failures
  --json          print one JSON document: { ok, findings }

Without a file, MORTISE_ADAPTER and MORTISE_DATABASE name the database, as for mortise serve.
The command prints each finding with the statements that fix it, and changes nothing.

Exit codes: 0 no errors were found · 1 errors were found (with --strict also warnings), or the database failed
            2 invalid option · 3 invalid configuration`

/** Inspects the database of the configuration. */
export async function doctorCommand(args: readonly string[]): Promise<ExitCode> {
  const options = readOptions(args, {
    config: { type: "string" },
    strict: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  })
  if (options.help) {
    console.log(help)
    return exitCodes.ok
  }
  const configuration = await loadConfiguration(options.config, process.env)
  const inspection = await onSqlTables(configuration, async (adapter) => {
    const { inspect } = await import("../../stores/sql/migrate/index.ts")
    return inspect(adapter)
  })
  if (options.json) console.log(JSON.stringify(inspection, null, 2))
  else printInspection(inspection)
  const isHealthy = inspection.ok && !(options.strict && inspection.findings.length > 0)
  return isHealthy ? exitCodes.ok : exitCodes.failed
}

function printInspection({ findings }: Inspection): void {
  const { print } = createReporter(false)
  for (const finding of findings) {
    const { severity, code, table, column, why } = finding
    print("finding", `${severity} ${code} ${column === undefined ? table : `${table}.${column}`}: ${why}`)
    for (const line of fixLines(fixOf(finding))) print("fix", line)
  }
  const errors = findings.filter(({ severity }) => severity === "error").length
  const summary =
    findings.length === 0
      ? "The database has everything that the adapter needs."
      : `Errors: ${errors}. Warnings: ${findings.length - errors}.`
  print("inspected", summary)
}

function fixOf({ fix, rows }: Finding): readonly string[] {
  if (fix) return fix.map((statement) => `${statement};`)
  return [
    rows ? `change the rows that are in the way (${rows}), then run mortise migrate` : "run mortise migrate",
  ]
}
