import type { HasTables } from "../../contract/adapter.ts"
import type { Internals } from "../../contract/internals.ts"
import type { MigrationProgress } from "../../stores/sql/migrate/index.ts"
import type { Configuration } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { configurationError } from "../program/exit-code.ts"
import { createProgress, type Reporter } from "../terminal/output.ts"

type CreateStorage = NonNullable<Internals["createStorage"]>

/** Runs a task on a configuration's adapter, which must have tables or one table of its own kind, and closes it. */
export const onSqlTables = <T>(
  configuration: Configuration,
  task: (adapter: HasTables) => Promise<T>,
  onStorage: (createStorage: CreateStorage) => Promise<T>,
): Promise<T> =>
  thenClose(configuration, async (adapter) => {
    const { hasTables, internals } = await import("../../contract/internals.ts")
    const { halves, createStorage } = internals(adapter) ?? {}
    if (createStorage) return onStorage(createStorage)
    const [tables, more] = (halves ? [halves.users, halves.sessions] : [adapter]).filter(hasTables)
    if (more)
      throw configurationError(
        "This adapter is split, and both halves have tables: run the command once for users and once for sessions, each with a configuration file that exports that half as its adapter.",
      )
    if (tables) return task(tables)
    throw configurationError("This command needs an SQL adapter: others have no tables.")
  })

/** Reports the progress of work on rows. */
export function showMigrationProgress(reporter: Reporter): (progress: MigrationProgress) => void {
  const progress = createProgress(reporter)
  return ({ what, rows }) =>
    progress(() => (what === "emails" ? `${rows} emails read.` : `${rows} rows got a default.`))
}
