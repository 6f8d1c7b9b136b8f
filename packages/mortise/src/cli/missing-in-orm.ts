import type { Finding } from "../stores/sql/migrate/index.ts"

/** What a database lacks, in the language of the ORM whose tables it has. */
export type MissingInOrm = { readonly orm: string; readonly text: string }

/** What to add to the schema of the ORM; undefined if the tables are not those of an ORM, or complete. */
export async function missingInOrm(
  adapter: object,
  findings: readonly Finding[],
): Promise<MissingInOrm | undefined> {
  const { ormTables } = await import("../stores/sql/migrate/migration.ts")
  const tables = ormTables(adapter)
  if (!tables) return undefined
  const { missingText } = await import("../stores/sql/generate/missing-text.ts")
  const { orm, schema, engine } = tables
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
