import type { Inspection } from "../../stores/sql/migrate/index.ts"

/** What a database lacks, in the language of the ORM that manages its tables. */
export type MissingInOrm = { readonly orm: string; readonly text: string }

/** What to add to the ORM's schema; undefined if no ORM manages the tables, or nothing is missing. */
export async function missingInOrm(
  adapter: object,
  { orm, findings }: Inspection,
): Promise<MissingInOrm | undefined> {
  const { ormClient } = await import("../../stores/sql/migrate/migration.ts")
  const client = ormClient(adapter)
  if (orm === undefined || !client) return undefined
  const { missingText } = await import("../../stores/sql/generate/missing-text.ts")
  const { schema, engine } = client
  const text = missingText(schema, orm, engine, findings)
  return text === "" ? undefined : { orm, text }
}

/** The lines that print it. */
export const missingLines = ({ orm, text }: MissingInOrm): string[] => [
  `Missing in the database. Add it to the schema of ${orm}, unless it is there, and run its migration:`,
  "",
  ...text.split("\n"),
  "",
]
