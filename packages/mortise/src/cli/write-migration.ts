import { join } from "node:path"
import type { prepareMigration } from "../stores/sql/migrate/migrate.ts"
import { fileWith, nextMigrationFile } from "./migration-files.ts"

type Prepared = Awaited<ReturnType<typeof prepareMigration>>

/** The file with a migration, and whether it is new; empty if nothing is missing. */
export type WrittenMigration = { readonly file?: string; readonly isNew?: boolean }

/** Writes what a database lacks as the next file of a folder, unless a file there contains it already. */
export async function writeMigration(
  { plan, script, scriptMark }: Prepared,
  folder: string,
  now: Date,
): Promise<WrittenMigration> {
  // A file with nothing but defaults of rows would have no statement.
  if (plan.steps.every(({ rows }) => rows !== undefined)) return {}
  const mark = await scriptMark()
  const written = mark === undefined ? undefined : fileWith(folder, mark)
  if (written !== undefined) return { file: join(folder, written), isNew: false }
  const next = nextMigrationFile(folder, now)
  next.write(await script(next.path))
  return { file: join(folder, next.path), isNew: true }
}
