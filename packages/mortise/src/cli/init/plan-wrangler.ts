import { d1Migration } from "./d1-migration.ts"
import type { Project } from "./detect-project.ts"
import { databaseText, databaseToml, wranglerText } from "./workers.ts"

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
