import { mortise } from "../../../shared/mortise-command.ts"
import type { Migration } from "./migration.ts"
import type { FullPlan } from "./plan.ts"
import { computeChecksum, recordTexts } from "./version-table.ts"

/** A migration as statements for a file that another program runs. */
export type MigrationScript = {
  /** In order, with the record last. */
  readonly statements: readonly { readonly text: string; readonly why: string }[]
  /** Fields whose default is a function: afterwards, `migrate` gives existing rows their values. */
  readonly backfilled: readonly string[]
}

/** What a plan would do, as a script. `name` is the file's name. */
export async function migrationScript(
  migration: Migration,
  { steps, before, additions, backfills, records }: FullPlan,
  name: string,
): Promise<MigrationScript> {
  const { schema, dialect } = migration
  const users = dialect.quoteTable(schema.models.user.table)
  const isNew = additions.some((text) => text.startsWith(`CREATE TABLE ${users} `))
  const areEmailsKnown = isNew || records.hasCheckedEmails || schema.email === "exact"
  const [create, record] = await recordTexts(migration, { name, areEmailsKnown })
  const texts = steps
    .filter(({ rows }) => rows === undefined)
    .map(({ statement, why }) => ({ text: statement, why: why.replace(/\s*\n\s*/g, " ") }))
  return {
    statements: [
      ...texts.slice(0, before.length),
      { text: create, why: "The table that records each migration of Mortise." },
      ...texts.slice(before.length),
      { text: record, why: `The record of this migration: ${mortise} migrate then finds it done.` },
    ],
    backfilled: backfills.map(({ spec, column }) => `${spec.model.name}.${column.field.name}`),
  }
}

/** The text by which a script for the needed tables is recognized; undefined if such a migration is recorded already. */
export async function scriptMark(migration: Migration, { records }: FullPlan): Promise<string | undefined> {
  return records.isRecorded ? undefined : computeChecksum(migration)
}
