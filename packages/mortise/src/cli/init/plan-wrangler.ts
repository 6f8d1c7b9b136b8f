import { join } from "node:path"
import type { D1Client } from "../../sql/drivers/d1/d1-client.ts"
import { fileWith, formatScript, nextMigrationFile } from "../tables/migration-files.ts"
import { writtenSchema } from "./adapter-text.ts"
import type { Project } from "./detect-project.ts"

/** Whole files, and lines that files get at their end, by their paths. */
type WranglerPlan = {
  readonly texts: Readonly<Record<string, string>>
  readonly lines: readonly (readonly [path: string, text: string])[]
}

/** The configuration of wrangler, and the migration of its D1 database. */
export async function planWrangler(folder: string, project: Project, main: string): Promise<WranglerPlan> {
  const { texts, lines } = planConfiguration(project, main)
  if (!project.database) return { texts, lines }
  const { path, text } = await d1Migration(folder, project.database.migrations)
  return { texts, lines: [...lines, [path, text]] }
}

function planConfiguration({ database, wrangler }: Project, main: string): WranglerPlan {
  if (!wrangler) return { texts: { "wrangler.jsonc": wranglerText(main, database?.binding) }, lines: [] }
  if (!database || wrangler.databases.length > 0) return { texts: {}, lines: [] }
  return wrangler.name.endsWith(".toml")
    ? { texts: {}, lines: [[wrangler.name, databaseToml(database.binding)]] }
    : { texts: { [wrangler.name]: `${databaseText(database.binding)}\n` }, lines: [] }
}

const noRows = { bind: () => noRows, raw: async () => [], run: async () => ({}) }

/** Answers as a D1 database without tables does. */
const emptyDatabase: D1Client = {
  prepare: () => noRows,
  batch: async (statements) => statements.map(() => ({ results: [] })),
}

/** The next migration in a folder of wrangler, which creates the tables. The text is empty if a file there has it. */
async function d1Migration(
  root: string,
  migrations: string,
): Promise<{ readonly path: string; readonly text: string }> {
  const { prepareMigration } = await import("../../stores/sql/migrate/migrate.ts")
  const { d1Adapter } = await import("../../stores/sql/adapters/d1-adapter.ts")
  const adapter = d1Adapter(emptyDatabase, { schema: await writtenSchema({}) })
  const { script, scriptMark } = await prepareMigration(adapter, {})
  const folder = join(root, migrations)
  const written = fileWith(folder, (await scriptMark()) ?? "")
  if (written !== undefined) return { path: `${migrations}/${written}`, text: "" }
  const { path } = nextMigrationFile(folder, new Date())
  return { path: `${migrations}/${path}`, text: formatScript(await script(path), "\n") }
}

/** The configuration of wrangler for a new worker. */
const wranglerText = (main: string, binding: string | undefined): string => `{
  "name": "app",
  "main": "${main}",
  "compatibility_date": "2026-01-01"${binding === undefined ? "" : `,\n  // npx wrangler d1 create auth prints the id of your database.\n${databaseText(binding)}`}
}
`

/** The member of the configuration that binds a D1 database. */
const databaseText = (binding: string): string => `  "d1_databases": [
    { "binding": "${binding}", "database_name": "auth", "database_id": "00000000-0000-0000-0000-000000000000" }
  ]`

/** The same in TOML, where a table can be added at the end. */
const databaseToml = (binding: string): string => `
[[d1_databases]]
binding = "${binding}"
database_name = "auth"
# npx wrangler d1 create auth prints the id of your database.
database_id = "00000000-0000-0000-0000-000000000000"
`
