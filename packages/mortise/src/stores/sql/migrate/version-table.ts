import type { EmailMode } from "../../../contract/schema.ts"
import { sha256 } from "../../../shared/bytes.ts"
import type { Step } from "../../../sql/driver.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { unpreparedStep } from "../../../sql/migration/plan-steps.ts"
import { unpreparedStatement } from "../../../sql/statement.ts"
import { createTableTexts } from "../../../sql/tables/create-table.ts"
import type { Migration } from "./migration.ts"

/** The table that records each migration. Its types are valid on every engine. */
export const versionTable = "mortise_migrations"

/** What the table says about past migrations. */
export type Records = {
  /** Whether the table exists. */
  readonly hasTable: boolean
  /** The number of the last migration; 0 before the first. */
  readonly version: number
  /** Whether a migration to the needed tables is recorded. */
  readonly isRecorded: boolean
  /** Whether the last migration checked the emails for the form that the schema needs now. */
  readonly hasCheckedEmails: boolean
}

export async function readRecords(migration: Migration, tables: readonly FoundTable[]): Promise<Records> {
  const { ask, schema } = migration
  const { quote, quoteTable, parameter } = migration.dialect
  const table = quoteTable(versionTable)
  const [version, statements] = ["version", "statements"].map(quote)
  const hasTable = tables.some((candidate) => candidate.table === versionTable)
  const last = hasTable
    ? (await ask(`SELECT ${version}, ${statements} FROM ${table} ORDER BY ${version} DESC LIMIT 1`))[0]
    : undefined
  if (!last) return { hasTable, version: 0, isRecorded: false, hasCheckedEmails: false }
  const same = `SELECT COUNT(*) FROM ${table} WHERE ${quote("checksum")} = ${parameter(1)}`
  const [count] = await ask(same, [await computeChecksum(migration)])
  return {
    hasTable,
    version: Number(last[0]),
    isRecorded: Number(count?.[0]) > 0,
    hasCheckedEmails: parseEmailMode(String(last[1])) === schema.email,
  }
}

/** A first line that names the form of emails; the default form needs none. */
const emailNote = (email: EmailMode): string => (email === "canonical" ? "" : `-- emails: ${email}\n`)

const unreadEmails = "-- emails: unread\n"

const parseEmailMode = (statements: string): EmailMode | "unread" =>
  (/^-- emails: (legacy|exact|unread)\n/.exec(statements)?.[1] as EmailMode | "unread" | undefined) ??
  "canonical"

/** The checksum of the tables that the adapter needs. */
export function computeChecksum({ dialect, introspection, specs, wall }: Migration): Promise<string> {
  const texts = specs.flatMap((spec) => [
    ...createTableTexts(spec, dialect, introspection.literal),
    ...(wall?.buildTexts(spec, dialect) ?? []),
  ])
  return sha256(texts.join("\n"))
}

/**
 * A migration with its record. The table of records comes first: on engines that commit each statement, the table without
 * a record shows that a migration was interrupted. The number of the migration is the primary key: on engines where a
 * migration is one transaction, an outdated plan therefore fails.
 */
export async function recordedSteps(
  migration: Migration,
  version: number,
  statements: readonly string[],
  steps: readonly Step[] = [],
): Promise<Step[]> {
  const { quote, quoteTable, parameter } = migration.dialect
  const row = {
    version,
    created_at: new Date().toISOString(),
    checksum: await computeChecksum(migration),
    statements: emailNote(migration.schema.email) + statements.join(";\n"),
  }
  const places = Object.keys(row).map((_, at) => parameter(at + 1))
  const insert = `INSERT INTO ${quoteTable(versionTable)} (${Object.keys(row).map(quote).join(", ")}) VALUES (${places.join(", ")})`
  return [unpreparedStep(createText(migration)), ...steps, [unpreparedStatement(insert), Object.values(row)]]
}

/**
 * The statements around the ones of a file that another program runs. The record takes the next free number, and names
 * the file. `areEmailsKnown`: whether the emails have the needed form wherever the file is run.
 */
export async function recordTexts(
  migration: Migration,
  { name, areEmailsKnown }: { readonly name: string; readonly areEmailsKnown: boolean },
): Promise<readonly [before: string, after: string]> {
  const { schema, introspection, dialect } = migration
  const note = areEmailsKnown ? emailNote(schema.email) : unreadEmails
  const values = [new Date().toISOString(), await computeChecksum(migration), `${note}${name}`]
  const [table, version] = [dialect.quoteTable(versionTable), dialect.quote("version")]
  const columns = Object.keys(types).map(dialect.quote).join(", ")
  const insert = `INSERT INTO ${table} (${columns}) SELECT COALESCE(MAX(${version}), 0) + 1, ${values.map(introspection.literal).join(", ")} FROM ${table}`
  return [createText(migration), insert]
}

function createText({ dialect: { quote, quoteTable } }: Migration): string {
  const columns = Object.entries(types).map(([name, type]) => `${quote(name)} ${type}`)
  return `CREATE TABLE IF NOT EXISTS ${quoteTable(versionTable)} (${columns.join(", ")})`
}

const types = {
  version: "INTEGER NOT NULL PRIMARY KEY",
  created_at: "VARCHAR(24) NOT NULL",
  checksum: "VARCHAR(64) NOT NULL",
  statements: "TEXT NOT NULL",
}
