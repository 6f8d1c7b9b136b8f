import type { PendingColumn } from "../../better-auth/migrate/index.ts"
import type { HasTables } from "../../contract/adapter.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { Plan, PlannedStep } from "../../stores/sql/migrate/index.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { betterAuthOption, configOption, defineCommand, environmentNote } from "../program/command.ts"
import { exitCodes, usageError } from "../program/exit-code.ts"
import { type MissingInOrm, missingInOrm, missingLines } from "../tables/missing-in-orm.ts"
import { type PrintedRefusal, printCheck, printRefusals, printScript } from "../tables/print-plan.ts"
import { onSqlTables, showMigrationProgress } from "../tables/sql-tables.ts"
import { formatPlace } from "../tables/visible-finding.ts"
import { createReporter, printJson, printText, type Reporter } from "../terminal/output.ts"

/** Migrates the database of the configuration. */
export const migrateCommand = defineCommand({
  name: "migrate",
  about: "create the tables, columns, keys and indexes that the database lacks",
  options: {
    config: configOption,
    "dry-run": { about: "print the SQL statements, and change nothing" },
    sql: { value: "FOLDER", about: "write the SQL statements as the next migration in this folder instead" },
    check: { about: "change nothing, and fail if something is missing" },
    "better-auth": betterAuthOption,
    "merge-accounts": {
      about: "with --better-auth: keep only the newest row of an account that one user has several times",
    },
    contract: {
      about: "with --better-auth: fill what is still empty, then give required columns NOT NULL",
    },
    json: { about: "print one JSON document: { version, dryRun, steps, refusals }, and file with --sql" },
  },
  notes: `${environmentNote}
The command only adds. When existing rows or tables prevent that, it lists them and changes nothing.
With --sql it changes no database: your migration tool runs the file, which also records the migration.
The file is named like the others in the folder: for Drizzle Kit, with its journal; for Prisma Migrate;
or as a numbered SQL file.
With --better-auth, the JSON document has no version, because the tables alone say what is missing. It has pending,
the columns that may be null so that older processes can insert rows. The file may export rules that fill them, as
\`fill\`. Run --contract after the last older process has ended.`,
  examples: [
    `${mortise} migrate --dry-run`,
    `${mortise} migrate --sql migrations`,
    `${mortise} migrate --check`,
  ],
  exits: {
    0: "nothing is missing, or it was added, or printed (--dry-run), or written (--sql)",
    1: "something is missing (--check), rows lack a value or block it, or the database failed",
  },
  async run({ config, json, "dry-run": dryRun, sql, check, ...betterAuth }) {
    if ([dryRun, sql !== undefined, check].filter(Boolean).length > 1)
      throw usageError("Use one of --dry-run, --sql and --check.")
    const { "better-auth": file, "merge-accounts": mergeAccounts, contract } = betterAuth
    if ((mergeAccounts || contract) && file === undefined)
      throw usageError(`--${contract ? "contract" : "merge-accounts"} works with --better-auth only.`)
    if (file !== undefined && sql !== undefined)
      throw usageError(
        "--sql does not work with --better-auth: write the output of --dry-run to a file, or run npx auth generate.",
      )
    const mode = { dryRun, check, sql }
    const outcome: Outcome =
      file === undefined
        ? await migrateAdapter(config, mode, createReporter(json))
        : await (await import("../better-auth/migrate-auth.ts")).migrateAuth(
            { file, config },
            { isPlan: dryRun || check, mergeAccounts, contract, reporter: createReporter(json) },
          )
    if (json) printJson({ ...outcome, dryRun }, 2)
    else {
      if (dryRun) printScript(outcome.steps)
      if (outcome.schema) for (const line of missingLines(outcome.schema)) printText(line)
      printRefusals(outcome.refusals)
      if (check) printCheck(outcome)
      else if (outcome.refusals.length > 0)
        createReporter(false).printError("refused", "Nothing was changed: fix these first.")
      else printOutcome(outcome, mode)
      for (const { what, why } of outcome.pending ?? [])
        createReporter(false).printError("pending", `${what}: ${why}`)
    }
    const isMissing =
      outcome.refusals.length > 0 ||
      (check && outcome.steps.length > 0) ||
      outcome.pending?.some(({ rows }) => rows > 0) ||
      (sql !== undefined && outcome.schema !== undefined)
    return isMissing ? exitCodes.failed : exitCodes.ok
  },
})

type Outcome = {
  /** Absent for Better Auth's tables. */
  readonly version?: number
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly PrintedRefusal[]
  readonly pending?: readonly PendingColumn[]
  /** The file that was written, or that contains the migration already. */
  readonly file?: string
  readonly isNew?: boolean
  /** What the ORM lacks that manages the tables: its own migrations change them. */
  readonly schema?: MissingInOrm
}

type Mode = { readonly dryRun: boolean; readonly check: boolean; readonly sql: string | undefined }

async function migrateAdapter(
  config: string | undefined,
  { dryRun, check, sql }: Mode,
  reporter: Reporter,
): Promise<Outcome> {
  const configuration = await loadConfiguration(config, process.env)
  const task = async (adapter: HasTables): Promise<Outcome> => {
    const { prepareMigration } = await import("../../stores/sql/migrate/migrate.ts")
    const prepared = await prepareMigration(adapter, { onProgress: showMigrationProgress(reporter) })
    if (prepared.managedBy) return ofOrm(adapter, prepared.plan, check)
    if (dryRun || check || prepared.plan.refusals.length > 0) return prepared.plan
    if (sql === undefined) return { ...(await prepared.run()), refusals: [] }
    const { writeMigration } = await import("../tables/write-migration.ts")
    return { ...prepared.plan, ...(await writeMigration(prepared, sql, new Date())) }
  }
  return onSqlTables(configuration, task, async (createStorage) => {
    if (sql !== undefined) throw usageError("--sql needs an SQL adapter: use --dry-run.")
    return { steps: await createStorage(dryRun || check), refusals: [] }
  })
}

/** Of a dry run, only the script is on stdout. */
function printOutcome({ version, steps, file, isNew, schema }: Outcome, { dryRun, sql }: Mode): void {
  const { print, printError } = createReporter(false)
  if (schema) printError("managed", `${schema.orm} manages these tables, so nothing was changed or written.`)
  else if (dryRun) printError("planned", `Statements missing: ${steps.length}. Nothing was changed.`)
  else if (sql === undefined) {
    const state = version === undefined ? "" : ` The database is at version ${version}.`
    print("migrated", `Statements run: ${steps.length}.${state}`)
  } else if (file === undefined) print("complete", "Nothing is missing, so no file was written.")
  else if (isNew) print("written", `Wrote ${file}. Review it, commit it, and let your migration tool run it.`)
  else print("waiting", `${file} contains the migration already: let your migration tool run it.`)
}

/** Of tables that an ORM manages: a check fails for what an application cannot do without. */
async function ofOrm(adapter: object, { version, refusals }: Plan, check: boolean): Promise<Outcome> {
  const { inspect } = await import("../../stores/sql/migrate/index.ts")
  const inspection = await inspect(adapter, { emails: false })
  const errors = inspection.findings.flatMap(({ fix: _, ...finding }) =>
    finding.severity === "error" ? { ...finding, what: formatPlace(finding) } : [],
  )
  const schema = await missingInOrm(adapter, inspection)
  return { version, steps: [], refusals: check ? errors : refusals, ...(schema && { schema }) }
}
