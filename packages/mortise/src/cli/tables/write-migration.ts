import { join } from "node:path"
import type { prepareMigration } from "../../stores/sql/migrate/migrate.ts"
import { withFileErrors } from "../files/own-file.ts"
import { fileWith, nextMigrationFile } from "./migration-files.ts"

type Prepared = Awaited<ReturnType<typeof prepareMigration>>

/** The file with a migration, and whether it is new; empty if nothing is missing. */
export type WrittenMigration = { readonly file?: string; readonly isNew?: boolean }

/** Writes what a database lacks as the next file in a folder, unless a file there already contains it. */
export async function writeMigration(
  { plan, script, scriptMark }: Prepared,
  folder: string,
  now: Date,
): Promise<WrittenMigration> {
  // Default values of rows alone need no statement, so the file would be empty.
  if (plan.steps.every(({ rows }) => rows !== undefined)) return {}
  const mark = await scriptMark()
  const written = await inFolder(() => (mark === undefined ? undefined : fileWith(folder, mark)))
  if (written !== undefined) return { file: join(folder, written), isNew: false }
  const next = await inFolder(() => nextMigrationFile(folder, now))
  const text = await script(next.path)
  await inFolder(() => next.write(text))
  return { file: join(folder, next.path), isNew: true }
}

/** A folder that cannot be used is not a failure of the database. */
const inFolder = <T>(task: () => T): Promise<T> =>
  withFileErrors(
    { what: "The folder of --sql cannot be used", advice: "check its name, its files and your rights" },
    task,
  )
