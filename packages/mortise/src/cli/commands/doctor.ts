import { mortise } from "../../shared/mortise-command.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { betterAuthOption, configOption, defineCommand, environmentNote } from "../program/command.ts"
import { configurationError, exitCodes } from "../program/exit-code.ts"
import { examine, isExaminable } from "../tables/examine.ts"
import { missingLines } from "../tables/missing-in-orm.ts"
import { showMigrationProgress } from "../tables/sql-tables.ts"
import { describeFinding, printReport, type Report } from "../tables/visible-finding.ts"
import { createReporter, printJson, printText } from "../terminal/output.ts"

/** Inspects the database of the configuration. */
export const doctorCommand = defineCommand({
  name: "doctor",
  about: "compare the database with what the adapter needs, check its server, and print fixes",
  options: {
    config: configOption,
    emails: { about: "read every email, to find those in another form" },
    strict: { about: "warnings count as failures" },
    "better-auth": betterAuthOption,
    json: { about: "print one JSON document: { ok, findings }, and schema for an ORM's tables" },
  },
  notes: `${environmentNote}
The command prints each finding with the statements that fix it, and changes nothing. Where no table
exists, it names the command that creates them. For an ORM's
tables, it prints what to add to the ORM's schema instead. It checks tables, columns, keys, indexes, collations and
emails; durability and replication settings, and the server's clock; expired rows. Without --emails, emails are read only until a migration has checked them.
On Redis: persistence, replication, memory, and the state of a Cluster, on every primary.
With --better-auth: tables, columns, keys, indexes, duplicate accounts, time zones, collations and
foreign keys. Duplicate accounts are listed by the ids of their rows and users.`,
  examples: [`${mortise} doctor`, `${mortise} doctor --strict --json`],
  exits: {
    0: "no errors were found",
    1: "errors were found (with --strict also warnings), or the database failed",
  },
  async run({ config, emails, strict, json, "better-auth": file }) {
    const report =
      file === undefined
        ? await examineAdapter(config, emails, json)
        : await (await import("../better-auth/examine-auth.ts")).examineAuth({ file, config })
    const { inspection, findings } = report
    const isHealthy = inspection.ok && !(strict && findings.length > 0)
    if (json) printJson({ ...inspection, ok: isHealthy }, 2)
    else {
      printReport(report)
      if (inspection.schema) for (const line of missingLines(inspection.schema)) printText(line)
    }
    return isHealthy ? exitCodes.ok : exitCodes.failed
  },
})

async function examineAdapter(config: string | undefined, emails: boolean, json: boolean): Promise<Report> {
  const configuration = await loadConfiguration(config, process.env)
  const inspection = await thenClose(configuration, async (adapter) => {
    const onProgress = showMigrationProgress(createReporter(json))
    if (await isExaminable(adapter)) return examine(adapter, { ...(emails && { emails }), onProgress })
    throw configurationError(
      "This command needs an adapter for SQL or Redis: other stores have nothing to check.",
    )
  })
  const findings = inspection.findings.map((finding) => describeFinding(finding, inspection.schema))
  return { inspection, findings, user: "the adapter" }
}
