import { join } from "node:path"
import type { D1Client } from "../../stores/sql/drivers/d1/d1-client.ts"
import { fileWith, formatScript, nextMigrationFile } from "../tables/migration-files.ts"
import { writtenSchema } from "./adapter-text.ts"

const noRows = { bind: () => noRows, raw: async () => [], run: async () => ({}) }

/** Answers as a D1 database without tables does. */
const emptyDatabase: D1Client = {
  prepare: () => noRows,
  batch: async (statements) => statements.map(() => ({ results: [] })),
}

/** The next migration in a folder of wrangler, which creates the tables. The text is empty if a file there has it. */
export async function d1Migration(
  root: string,
  migrations: string,
): Promise<{ readonly path: string; readonly text: string }> {
  const { prepareMigration } = await import("../../stores/sql/migrate/migrate.ts")
  const { d1Adapter } = await import("../../stores/sql/drivers/d1/d1-adapter.ts")
  const adapter = d1Adapter(emptyDatabase, { schema: await writtenSchema({}) })
  const { script, scriptMark } = await prepareMigration(adapter, {})
  const folder = join(root, migrations)
  const written = fileWith(folder, (await scriptMark()) ?? "")
  if (written !== undefined) return { path: `${migrations}/${written}`, text: "" }
  const { path } = nextMigrationFile(folder, new Date())
  return { path: `${migrations}/${path}`, text: formatScript(await script(path), "\n") }
}
